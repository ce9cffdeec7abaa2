// The reference of the API as pages of the manual, from the two documents of the contract.
//
// An overview that lists every operation, a page for each group of them, one for the live socket and
// webhooks, and one for the schemas.
import { samplesOf } from './samples.mjs';
import { SchemaWriter } from './schemas.mjs';

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const titled = (name) => name[0].toUpperCase() + name.slice(1);
const pageOf = (tag) => `api-${tag}`;
const wordOf = (method) => `<span class="method ${method}">${method.toUpperCase()}</span>`;

/**
 * The pages: {name, title, body, parts, entries, tag}, with an entry {id, title, text} for each part that
 * the search finds.
 *
 * `markdown` and `inline` make markup of a text; `codes` is a map of an error's code to {meaning, advice}.
 */
export function apiPages({ openapi, asyncapi, codes, markdown, inline, escaped }) {
  const finder = (document) => (reference) =>
    reference
      .slice(2)
      .split('/')
      .reduce((node, step) => node[step.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  const link = (name) => `<a href="/help/api-schemas#${name}">${name}</a>`;
  const find = finder(openapi);
  const findLive = finder(asyncapi);
  const writer = new SchemaWriter({ find, link, inline, escaped });
  const liveWriter = new SchemaWriter({ find: findLive, link, inline, escaped });
  const resolved = (node) => (node?.$ref ? resolved(find(node.$ref)) : node);

  const pretty = (value) =>
    escaped(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  const block = (value, label) =>
    `<pre tabindex="0" aria-label="${escaped(label)}"><code>${pretty(value)}</code></pre>`;
  const codeLink = (code) => `<a href="/help/errors#${code}"><code>${code}</code></a>`;

  /** The first example of a body. */
  function exampleOf(media) {
    if (!media) return undefined;
    if ('example' in media) return media.example;
    const [first] = Object.values(media.examples ?? {});
    return resolved(first)?.value;
  }

  const operations = Object.entries(openapi.paths)
    .filter(([path]) => path.startsWith('/'))
    .flatMap(([path, item]) =>
      methods
        .filter((method) => item[method])
        .map((method) => ({
          path,
          method,
          ...item[method],
          parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map(
            resolved,
          ),
        })),
    );
  const groups = openapi.tags.map(({ name, description }) => ({
    tag: name,
    description,
    operations: operations.filter(({ tags }) => tags[0] === name),
  }));
  const lost = operations.filter(({ tags }) => !groups.some(({ tag }) => tag === tags[0]));
  if (lost.length) throw new Error(`of no group: ${lost.map(({ operationId }) => operationId)}`);

  const placeOf = ({ tags, operationId }) => `/help/${pageOf(tags[0])}#${operationId}`;

  // --- an operation ---

  const valueOf = (parameter) => {
    const schema = resolved(parameter.schema) ?? {};
    return parameter.example ?? schema.example ?? schema.default ?? schema.enum?.[0] ?? '…';
  };

  /** The request of the samples: required parameters only, and the first example of the body. */
  function requestOf({ path, method, parameters, requestBody, security }) {
    const [type, media] = Object.entries(resolved(requestBody)?.content ?? {})[0] ?? [];
    const query = parameters
      .filter((one) => one.in === 'query' && one.required)
      .map((one) => `${one.name}=${encodeURIComponent(valueOf(one))}`);
    const address = path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(valueOf(parameters.find((one) => one.name === name))),
    );
    return {
      method: method.toUpperCase(),
      address: address + (query.length ? `?${query.join('&')}` : ''),
      needsToken: !(security ?? openapi.security).every((one) => !Object.keys(one).length),
      body: exampleOf(media),
      type,
      headers: parameters
        .filter((one) => one.in === 'header' && one.required)
        .map((one) => [one.name, valueOf(one)]),
    };
  }

  function accessOf({ security }) {
    const ways = security ?? openapi.security;
    if (!ways.length) return 'Needs no token.';
    return ways.some((way) => !Object.keys(way).length)
      ? 'Works with and without a token.'
      : 'Needs a token or a session.';
  }

  const parametersOf = ({ parameters }) =>
    parameters.length === 0
      ? ''
      : `<h3>Parameters</h3>\n<dl class="fields">${parameters
          .map((one) =>
            writer.field(
              one.name,
              `${one.in}, ${writer.typeOf(one.schema)}, ${one.required ? 'required' : 'optional'}`,
              [
                one.description ? inline(one.description) : '',
                writer.limitsOf(resolved(one.schema)),
              ]
                .filter(Boolean)
                .join(' '),
            ),
          )
          .join('')}</dl>`;

  function bodyOf({ requestBody }) {
    const content = Object.entries(resolved(requestBody)?.content ?? {});
    if (!content.length) return '';
    const types = content.map(([type]) => `<code>${type}</code>`).join(' or ');
    return `<h3>Body</h3>\n<p>${types}</p>\n${writer.fieldsOf(content[0][1].schema)}`;
  }

  /** The codes that a refusal may have. */
  const codesOf = (media) =>
    (media?.schema?.allOf ?? []).flatMap((part) => part.properties?.code?.enum ?? []);

  function answersOf({ responses }) {
    const all = Object.entries(responses).map(([status, answer]) => [status, resolved(answer)]);
    const isRefusal = ([, { content }]) => content?.['application/problem+json'];
    const answers = all
      .filter((one) => !isRefusal(one))
      .map(([status, answer]) => {
        const types = Object.entries(answer.content ?? {}).map(([type, { schema }]) =>
          schema?.$ref || schema?.oneOf ? `${type}: ${writer.typeOf(schema)}` : type,
        );
        return writer.field(status, types.join('; ') || 'no body', inline(answer.description));
      });
    const refusals = all.filter(isRefusal).map(([status, answer]) => {
      const found = codesOf(answer.content['application/problem+json']);
      const told = found.map((code) => {
        const { meaning, advice } = codes.get(code) ?? {};
        if (!meaning) throw new Error(`the table of errors has no ${code}`);
        return `<li>${codeLink(code)}: ${advice === 'none' ? `${meaning}.` : advice}</li>`;
      });
      // The same for every operation, and told once.
      if (status === 'default') {
        return '<div><dt>Others</dt><dd>See <a href="/help/api#errors-at-any-time">errors at any time</a>.</dd></div>';
      }
      return `<div><dt><code>${status}</code></dt><dd>${inline(answer.description)}<ul>${told.join('')}</ul></dd></div>`;
    });
    return `<h3>Answers</h3>\n<dl class="fields">${answers.join('')}</dl>
<h3>Errors</h3>\n<dl class="fields">${refusals.join('')}</dl>`;
  }

  function answerExample({ responses }) {
    const [status, answer] = Object.entries(responses).find(([one]) => /^[12]/.test(one)) ?? [];
    const [type, media] = Object.entries(resolved(answer)?.content ?? {})[0] ?? [];
    const example = exampleOf(media);
    if (example === undefined || example === '') return '';
    return `<h3>Answer ${status}</h3>\n<p>${type}</p>\n${block(example, `Answer ${status}`)}`;
  }

  /** The place of the form that tries a request; nothing for streams, pages and sockets. */
  function tryOf(operation, request) {
    const { path, method, parameters, tags } = operation;
    const isForm = request.type && request.type !== 'application/json';
    if (!path.startsWith('/api/v1/') || isForm || tags[0] === 'live' || path.endsWith('/stream')) {
      return '';
    }
    const form = {
      method: method.toUpperCase(),
      path,
      parameters: parameters
        .filter((one) => one.in !== 'header' && one.in !== 'cookie')
        .map((one) => [one.name, one.in, one.required ? String(valueOf(one)) : '', !!one.required]),
      body: request.body === undefined ? undefined : JSON.stringify(request.body, null, 2),
    };
    return `<div class="try" hidden data-request="${escaped(JSON.stringify(form))}"></div>`;
  }

  function section(operation) {
    const { operationId, method, path, summary, description } = operation;
    const request = requestOf(operation);
    const samples = samplesOf(request).map(
      ([name, text], at) =>
        `<details${at ? '' : ' open'}><summary>${name}</summary>${block(text, `${name}: ${summary}`)}</details>`,
    );
    const shownPath = escaped(path).replace(/\{\w+\}/g, '<b>$&</b>');
    return `<section class="operation" id="${operationId}" aria-labelledby="${operationId}-title">
<div class="told">
<h2 id="${operationId}-title">${escaped(summary)}</h2>
<p class="path">${wordOf(method)} <code>${shownPath}</code></p>
${description ? markdown(description, 3) : ''}
<p>${accessOf(operation)}</p>
${parametersOf(operation)}
${bodyOf(operation)}
${answersOf(operation)}
</div>
<div class="samples">
<h3>Request</h3>
${samples.join('\n')}
${tryOf(operation, request)}
${answerExample(operation)}
</div>
</section>`;
  }

  // --- pages ---

  const token = `<div class="token" hidden></div>`;

  const groupPage = ({ tag, description, operations: inside }) => ({
    name: pageOf(tag),
    tag,
    title: `API: ${tag}`,
    body: `<h1>API: ${tag}</h1>\n${markdown(description, 2)}\n${token}\n${inside.map(section).join('\n')}`,
    parts: [],
    entries: inside.map(({ operationId, method, path, summary, description: told }) => ({
      id: operationId,
      title: summary,
      text: `${method} ${path} ${told ?? ''}`,
    })),
  });

  const list = ({ tag, description, operations: inside }) =>
    `<h3 id="${tag}"><a href="/help/${pageOf(tag)}">${titled(tag)}</a></h3>\n${markdown(description, 4)}\n<ul class="operations">${inside
      .map(
        (operation) =>
          `<li id="${operation.operationId}"><a href="${placeOf(operation)}">${wordOf(operation.method)} <span>${escaped(operation.summary)}</span> <code>${escaped(operation.path)}</code></a></li>`,
      )
      .join('')}</ul>`;

  function overview() {
    const anyTime = codesOf(
      resolved(openapi.components.responses.AnyTime).content['application/problem+json'],
    );
    const rows = anyTime.map(
      (code) => `<li>${codeLink(code)}: ${codes.get(code).meaning}. ${codes.get(code).advice}</li>`,
    );
    return {
      name: 'api',
      title: 'API reference',
      body: `<h1>API reference</h1>
<p>Every request that this server answers, from its own contract:
<a href="/api/v1/openapi.json">openapi.json</a> and <a href="/api/v1/asyncapi.json">asyncapi.json</a>.
The <a href="/help/api-guide">API guide</a> is a tour.</p>
<p>The examples need two variables: <code>SERVER</code>, such as <code>http://localhost:8080</code>, and
<code>TOKEN</code>.</p>
<h2 id="operations">Operations</h2>
${groups.map(list).join('\n')}
<h3 id="messages"><a href="/help/api-live">Live socket and webhooks</a></h3>
<h3 id="schemas"><a href="/help/api-schemas">Schemas</a></h3>
<h2 id="errors-at-any-time">Errors at any time</h2>
<p>Every operation may also answer with these. <a href="/help/errors">Errors</a> lists all codes.</p>
<ul>${rows.join('')}</ul>
${markdown(openapi.info.description, 2)}`,
      parts: [
        { id: 'operations', text: 'Operations' },
        ...groups.map(({ tag }) => ({ id: tag, text: titled(tag) })),
        { id: 'errors-at-any-time', text: 'Errors at any time' },
      ],
      entries: [{ id: '', title: 'Overview', text: openapi.info.description }],
    };
  }

  /** A message of the live socket: its fields and an example. */
  function message(reference) {
    const found = findLive(reference.$ref);
    const { title, summary, description, payload, examples } = found.$ref
      ? findLive(found.$ref)
      : found;
    const told = [summary, description].filter(Boolean).map((text) => markdown(text, 4));
    const example = examples?.[0]?.payload;
    return `<h4>${escaped(title)}</h4>\n${told.join('\n')}\n${liveWriter.fieldsOf(payload)}\n${
      example === undefined ? '' : block(example, title)
    }`;
  }

  function livePage() {
    const all = Object.entries(asyncapi.operations);
    const parts = all.map(
      ([id, { action, summary, messages, reply }]) =>
        `<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><code>${id.replace(/^(?:receive|send)_/, '')}</code></h2>
<p>${action === 'receive' ? 'The client sends.' : 'The server sends.'} ${inline(summary)}</p>
<h3>${messages.length > 1 ? 'Messages' : 'Message'}</h3>
${messages.map(message).join('\n')}
${reply ? `<h3>Answers</h3>\n<ul>${reply.messages.map((one) => `<li><a href="#answer-${one.$ref.split('/').at(-1)}">${escaped(titleOf(one))}</a></li>`).join('')}</ul>` : ''}
</section>`,
    );
    const answers = new Map(
      all.flatMap(([, { reply }]) => (reply?.messages ?? []).map((one) => [one.$ref, one])),
    );
    const hook = operations.find(({ operationId }) => operationId === 'create_webhook');
    const socket = groups.find(({ tag }) => tag === 'live');
    const answerParts = [...answers.values()].map(
      (one) => `<section id="answer-${one.$ref.split('/').at(-1)}">${message(one)}</section>`,
    );
    return {
      name: 'api-live',
      tag: 'live',
      title: 'API: live socket and webhooks',
      body: `<h1>API: live socket and webhooks</h1>
${markdown(asyncapi.info.description, 2)}
${socket.operations.map(section).join('\n')}
${parts.join('\n')}
<section id="answers" aria-labelledby="answers-title">
<h2 id="answers-title">Answers of the socket</h2>
<h3>Messages</h3>
${answerParts.join('\n')}
</section>
<section id="webhooks" aria-labelledby="webhooks-title">
<h2 id="webhooks-title">Webhooks</h2>
<p>A webhook gets the notices of the topic <code>me</code> as requests.
<a href="${placeOf(hook)}">${escaped(hook.summary)}</a> adds one.</p>
${markdown(hook.description, 3)}
</section>`,
      parts: [
        ...all.map(([id]) => ({ id, text: id.replace(/^(?:receive|send)_/, '') })),
        { id: 'answers', text: 'Answers of the socket' },
        { id: 'webhooks', text: 'Webhooks' },
      ],
      entries: [
        ...socket.operations.map(({ operationId: id, summary: title, description: text }) => ({
          id,
          title,
          text,
        })),
        ...all.map(([id, { summary }]) => ({
          id,
          title: titled(id.split('_').slice(1).join(' ')),
          text: summary,
        })),
        { id: 'webhooks', title: 'Webhooks', text: hook.description },
      ],
    };
  }

  function titleOf(reference) {
    const found = findLive(reference.$ref);
    return (found.$ref ? findLive(found.$ref) : found).title;
  }

  function schemasPage() {
    const all = new Map([
      ...Object.entries(asyncapi.components.schemas).map(([name, one]) => [
        name,
        [one, liveWriter],
      ]),
      ...Object.entries(openapi.components.schemas).map(([name, one]) => [name, [one, writer]]),
    ]);
    const sorted = [...all].sort(([one], [other]) => (one < other ? -1 : 1));
    const sections = sorted.map(
      ([name, [schema, by]]) => `<section id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${name}</h2>
${schema.description ? markdown(schema.description, 3) : ''}
${by.fieldsOf(schema)}
</section>`,
    );
    return {
      name: 'api-schemas',
      title: 'API: schemas',
      body: `<h1>API: schemas</h1>\n<p>The objects of requests, answers and messages.</p>\n${sections.join('\n')}`,
      parts: [],
      entries: sorted.map(([id, [schema]]) => ({ id, title: id, text: schema.description ?? '' })),
    };
  }

  // --- the list beside each page ---

  const current = (is) => (is ? ' aria-current="page"' : '');
  function navigation(page) {
    const shown = groups.map(({ tag, operations: inside }) => {
      const own = `<li><a href="/help/${pageOf(tag)}"${current(page.tag === tag)}>${titled(tag)}</a>`;
      if (page.tag !== tag) return `${own}</li>`;
      const items = inside.map(
        ({ operationId, method, summary }) =>
          `<li><a href="#${operationId}">${wordOf(method)} ${escaped(summary)}</a></li>`,
      );
      return `${own}<ul>${items.join('')}</ul></li>`;
    });
    return `<h2>API</h2>
<ul><li><a href="/help/api"${current(page.name === 'api')}>Overview</a></li>${shown.join('')}
<li><a href="/help/api-schemas"${current(page.name === 'api-schemas')}>Schemas</a></li></ul>
<h2>Guides</h2>
<ul><li><a href="/help/api-guide">API guide</a></li><li><a href="/help/streams">Streams</a></li><li><a href="/help/errors">Errors</a></li><li><a href="/help">Manual</a></li></ul>`;
  }

  const pages = [
    overview(),
    ...groups.filter(({ tag }) => tag !== 'live').map(groupPage),
    livePage(),
    schemasPage(),
  ];
  return pages.map((page) => ({ ...page, navigation: navigation(page) }));
}

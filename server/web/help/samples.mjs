// A request as the three programs that send it: curl, Python and JavaScript.

/** A JSON value as Python writes it. */
function python(value) {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(
      ([key, one]) => `${JSON.stringify(key)}: ${python(one)}`,
    );
    return `{${pairs.join(', ')}}`;
  }
  return JSON.stringify(value);
}

/** The text in single quotes of a shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The pairs of a form. */
const pairsOf = (body) => Object.entries(body).map(([name, value]) => [name, String(value)]);

const isJson = ({ type }) => type === 'application/json';

function curl({ method, address, needsToken, body, type, headers }) {
  const lines = [`curl -s "$SERVER${address}"`];
  const implied = body === undefined ? 'GET' : 'POST';
  if (method !== implied) lines[0] = lines[0].replace('curl -s', `curl -s -X ${method}`);
  if (needsToken) lines.push('-H "Authorization: Bearer $TOKEN"');
  for (const [name, value] of headers) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined && isJson({ type })) lines.push(`--json ${quoted(JSON.stringify(body))}`);
  else if (body !== undefined) {
    for (const [name, value] of pairsOf(body)) {
      lines.push(`--data-urlencode ${quoted(`${name}=${value}`)}`);
    }
  }
  return lines.join(' \\\n  ');
}

function headersOf({ needsToken, body, type, headers }, token) {
  const all = needsToken ? [['Authorization', token]] : [];
  if (body !== undefined && isJson({ type })) all.push(['Content-Type', '"application/json"']);
  return [...all, ...headers.map(([name, value]) => [name, JSON.stringify(value)])];
}

function pythonSample(request) {
  const { method, address, body } = request;
  const headers = headersOf(request, 'f"Bearer {TOKEN}"').map(
    ([name, value]) => `"${name}": ${value}`,
  );
  const lines = [`    SERVER + ${JSON.stringify(address)},`, `    method="${method}",`];
  if (headers.length) lines.push(`    headers={${headers.join(', ')}},`);
  const imports = ['urllib.request'];
  if (body !== undefined && isJson(request)) {
    imports.unshift('json');
    lines.push(`    data=json.dumps(${python(body)}).encode(),`);
  } else if (body !== undefined) {
    imports.push('urllib.parse');
    lines.push(`    data=urllib.parse.urlencode(${python(body)}).encode(),`);
  }
  return `import ${imports.join(', ')}

request = urllib.request.Request(
${lines.join('\n')}
)
with urllib.request.urlopen(request) as answer:
    print(answer.status, answer.read().decode())`;
}

function javaScript(request) {
  const { method, address, body } = request;
  const headers = headersOf(request, '`Bearer ${TOKEN}`').map(([name, value]) =>
    /^\w+$/.test(name) ? `${name}: ${value}` : `"${name}": ${value}`,
  );
  const lines = [];
  if (method !== 'GET') lines.push(`  method: "${method}",`);
  if (headers.length) lines.push(`  headers: { ${headers.join(', ')} },`);
  if (body !== undefined) {
    const text = JSON.stringify(body);
    lines.push(
      isJson(request)
        ? `  body: JSON.stringify(${text}),`
        : `  body: new URLSearchParams(${text}),`,
    );
  }
  const options = lines.length ? `, {\n${lines.join('\n')}\n}` : '';
  return `const answer = await fetch(SERVER + ${JSON.stringify(address)}${options});
console.log(answer.status, await answer.text());`;
}

/** [[the program's name, the text], …] for a request {method, address, needsToken, body, type, headers}. */
export const samplesOf = (request) => [
  ['curl', curl(request)],
  ['Python', pythonSample(request)],
  ['JavaScript', javaScript(request)],
];

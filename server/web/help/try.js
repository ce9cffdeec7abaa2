// "Try it" in the reference of the API: a form for each operation, which sends the request to this
// server and shows its answer. The page is whole without it.

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

// The reader's token, kept only as long as the page is open.
const token = element('input', { type: 'password', autocomplete: 'off', spellcheck: false });

function showToken(place) {
  place.hidden = false;
  place.append(
    element('label', {}, 'Token ', token),
    element('p', {
      textContent:
        'Try it sends requests to this server, with this token or else with the session of this browser.',
    }),
  );
}

let count = 0;

/** A field with its label; yields the field. */
function field(form, label, made) {
  made.id = `try-${count++}`;
  form.append(element('label', { htmlFor: made.id, textContent: label }), made);
  return made;
}

/** The address with the values that were typed; fields left empty are not part of the query. */
function addressOf(path, inputs) {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, place, input } of inputs) {
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(input.value));
    else if (input.value) query.append(name, input.value);
  }
  return query.size ? `${address}?${query}` : address;
}

/** A text, indented if it is JSON. */
function readable(text, type) {
  return /json\b/.test(type) && text ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

/** Sends the request; yields the status and the text of the answer. */
async function answerTo(method, address, body) {
  const headers = {};
  if (token.value.trim()) headers.Authorization = `Bearer ${token.value.trim()}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(address, { method, headers, body, credentials: 'same-origin' });
  const type = answer.headers.get('Content-Type') ?? '';
  return [`${answer.status} ${answer.statusText}`.trim(), readable(await answer.text(), type)];
}

function formOf({ method, path, parameters, body }) {
  const form = element('form');
  const inputs = parameters.map(([name, place, value, required]) => ({
    name,
    place,
    input: field(
      form,
      `${name}${required ? '' : ' (optional)'}`,
      element('input', { value, required }),
    ),
  }));
  const area =
    body === undefined
      ? undefined
      : field(form, 'Body', element('textarea', { value: body, rows: 6, spellcheck: false }));
  const status = element('p', { className: 'status' });
  status.setAttribute('role', 'status');
  const shown = element('pre', { hidden: true, tabIndex: 0 });
  shown.setAttribute('aria-label', 'Answer of this server');
  form.append(element('button', { textContent: `Send ${method}` }), status, shown);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    status.textContent = 'Sending';
    shown.hidden = true;
    try {
      const [told, text] = await answerTo(method, addressOf(path, inputs), area?.value);
      status.textContent = told;
      shown.textContent = text;
      shown.hidden = text === '';
    } catch {
      status.textContent = 'No answer. Check the connection and try again.';
    }
  });
  return form;
}

/** A button that shows the form, which is made when it is first wanted. */
function offer(place) {
  const button = element('button', { type: 'button', textContent: 'Try it' });
  button.setAttribute('aria-expanded', 'false');
  let form;
  button.addEventListener('click', () => {
    if (!form) place.append((form = formOf(JSON.parse(place.dataset.request))));
    else form.hidden = !form.hidden;
    button.setAttribute('aria-expanded', String(!form.hidden));
  });
  place.append(button);
  place.hidden = false;
}

document.querySelectorAll('.token').forEach(showToken);
document.querySelectorAll('.try').forEach(offer);

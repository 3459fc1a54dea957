/** The forms of the reference. The keys stay in their two inputs; nothing here stores them. `page.js` comes before. */

/** A longer response is cut here. */
const MOST_CHARACTERS = 200_000;

const operations = byId('operations');
const server = (operations?.dataset.server || ROOT).replace(/\/$/, '');

/** The headers with the keys: the typed values, or placeholders. */
const keyHeaders = (placeholders) =>
  [
    ['x-access-key', byId('access-key').value.trim(), 'YOUR_ACCESS_KEY'],
    ['x-secret-key', byId('secret-key').value.trim(), 'YOUR_SECRET_KEY'],
  ].flatMap(([name, value, placeholder]) => (value || placeholders ? [[name, value || placeholder]] : []));

/** The request that the form of an operation describes. Empty inputs are not sent. */
function requestOf(operation, placeholders) {
  let path = operation.dataset.path;
  const query = [];
  const headers = 'open' in operation.dataset ? [] : keyHeaders(placeholders);
  for (const { name, value, dataset } of operation.querySelectorAll('[name]')) {
    if (value === '') continue;
    const encoded = encodeURIComponent(value).replaceAll('%2C', ',');
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encoded);
    else if (dataset.in === 'header') headers.push([name, value]);
    else query.push(`${name}=${encoded}`);
  }
  const body = operation.querySelector('textarea')?.value;
  if (body) headers.push(['content-type', operation.querySelector('.type').value]);
  const target = path.slice(1) + (query.length > 0 ? `?${query.join('&')}` : '');
  return { method: operation.dataset.method.toUpperCase(), target, headers, body };
}

const text = JSON.stringify;
const shell = (value) => `'${value.replaceAll("'", `'\\''`)}'`;

/** Indents a JSON text. Returns undefined for other texts. */
function json(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return undefined;
  }
}

/** The request as code in several languages. */
const LANGUAGES = {
  curl: ({ method, url, headers, body }) =>
    [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${shell(url)}`,
      ...headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
      ...(body ? [`--data-binary ${shell(body)}`] : []),
    ].join(' \\\n  '),
  TypeScript: ({ method, url, headers, body }) =>
    [
      `const response = await fetch(${text(url)}, {`,
      ...(method === 'GET' ? [] : [`  method: ${text(method)},`]),
      `  headers: {`,
      ...headers.map(([name, value]) => `    ${text(name)}: ${text(value)},`),
      `  },`,
      ...(body
        ? [`  body: ${json(body) ? `JSON.stringify(${json(body).replaceAll('\n', '\n  ')})` : text(body)},`]
        : []),
      `});`,
      `console.log(response.status, await response.text());`,
    ].join('\n'),
  Python: ({ method, url, headers, body }) =>
    [
      `import requests`,
      ``,
      `response = requests.request(`,
      `    ${text(method)},`,
      `    ${text(url)},`,
      `    headers={`,
      ...headers.map(([name, value]) => `        ${text(name)}: ${text(value)},`),
      `    },`,
      ...(body ? [`    data=${/'''|\\|'$/.test(body) ? text(body) : `'''${body}'''`}.encode(),`] : []),
      `)`,
      `print(response.status_code, response.text)`,
    ].join('\n'),
};

let language = 'curl';

function showCode(operation) {
  const snippet = operation.querySelector('.snippet');
  if (!snippet.firstChild) {
    const tabs = Object.keys(LANGUAGES).map((name) =>
      element('button', { type: 'button', className: 'tab', textContent: name }),
    );
    const copy = element('button', { type: 'button', className: 'tab copy', textContent: 'Copy' });
    const code = element('pre', { tabIndex: 0, ariaLabel: 'Code' });
    for (const tab of tabs) {
      tab.addEventListener('click', () => {
        language = tab.textContent;
        showAllCode();
      });
    }
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = 'Copied';
      setTimeout(() => (copy.textContent = 'Copy'), 2000);
    });
    snippet.append(element('div', { className: 'tabs' }, ...tabs, copy), code);
  }
  for (const tab of snippet.querySelectorAll('.tab:not(.copy)')) tab.ariaPressed = String(tab.textContent === language);
  const { target, ...request } = requestOf(operation, true);
  snippet.querySelector('pre').textContent = LANGUAGES[language]({ ...request, url: `${server}/${target}` });
}

function showAllCode() {
  for (const operation of document.querySelectorAll('.operation[open]')) showCode(operation);
}

/** Shows the number of filled inputs per group. */
function countGroups(operation) {
  for (const group of operation.querySelectorAll('.group')) {
    const set = [...group.querySelectorAll('[name]')].filter(({ value }) => value !== '').length;
    group.querySelector('output').textContent = set > 0 ? `${set} set` : '';
  }
}

/** Reads the text of a response up to a limit, and shows a stream while it arrives. */
async function readText(response, show) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let all = '';
  for (let next = await reader?.read(); next && !next.done; next = await reader.read()) {
    all += next.value;
    show(all);
    if (all.length < MOST_CHARACTERS) continue;
    await reader.cancel();
    return `${all.slice(0, MOST_CHARACTERS)}\n… the rest is not shown`;
  }
  return all;
}

function formatted(type, body) {
  return /^application\/([\w.-]+\+)?json/.test(type) ? (json(body) ?? body) : body;
}

/** On a phone, the response is below the form. */
function showAnswer(operation) {
  const answer = operation.querySelector('.answer');
  const { top } = answer.getBoundingClientRect();
  if (top < 0 || top > innerHeight / 2)
    answer.scrollIntoView({ block: innerWidth > innerHeight ? 'nearest' : 'start' });
}

const under = new WeakMap();

async function send(operation) {
  const answer = operation.querySelector('.answer');
  const button = operation.querySelector('[type=submit]');
  const controller = new AbortController();
  under.set(operation, controller);
  button.textContent = 'Stop';
  const { target, method, headers, body } = requestOf(operation, false);
  const begun = performance.now();
  const status = element('p', { className: 'status', textContent: 'Waiting for the response …' });
  const pre = element('pre', { tabIndex: 0, ariaLabel: 'Body of the response' });
  answer.replaceChildren(status);
  for (const example of operation.querySelectorAll('.example')) example.open = false;
  answer.hidden = false;
  showAnswer(operation);
  try {
    const response = await fetch(ROOT + target, {
      method,
      headers,
      body,
      signal: controller.signal,
      cache: 'no-store',
    });
    const type = response.headers.get('content-type') ?? '';
    status.textContent = `${response.status} ${response.statusText}`;
    answer.dataset.kind = response.ok ? 'good' : 'bad';
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const more = element(
      'details',
      {},
      element('summary', { textContent: 'Headers' }),
      element('pre', { textContent: lines, tabIndex: 0, ariaLabel: 'Headers of the response' }),
    );
    answer.append(more);
    const whole = await readText(response, (part) => {
      if (!pre.isConnected) answer.append(pre);
      if (!type.includes('json') || type.includes('ndjson')) pre.textContent = part;
    });
    pre.textContent = formatted(type, whole);
    status.textContent += `, ${Math.round(performance.now() - begun)} ms`;
    if (type.startsWith('application/problem+json')) {
      const { code } = JSON.parse(whole);
      more.before(
        element(
          'p',
          {},
          element('a', { href: `docs/errors#${code}`, target: 'errors', textContent: `What ${code} means` }),
        ),
      );
    }
  } catch (error) {
    status.textContent = controller.signal.aborted ? `${status.textContent}, stopped` : `No response: ${error.message}`;
    if (!controller.signal.aborted) answer.dataset.kind = 'bad';
  } finally {
    under.delete(operation);
    button.textContent = 'Send request';
  }
}

/** Connects each input with its description, when an operation is opened for the first time. */
function describeInputs(operation) {
  for (const help of operation.querySelectorAll('.input > p')) {
    const input = help.parentElement.querySelector('[name]');
    if (!input || help.id) continue;
    help.id = `${operation.id}-${input.dataset.in ?? 'query'}-${input.name}`;
    input.setAttribute('aria-describedby', help.id);
  }
}

/** Opens what the fragment of the address names: an operation, a guide, or a parameter as in `#listAgents/name`. */
function openNamed() {
  const [id, parameter] = decodeURIComponent(location.hash.slice(1)).split('/');
  const named = id ? byId(id) : null;
  const whole = named?.closest('.operation, .guide');
  if (!whole) return;
  whole.open = true;
  const input = parameter && named.querySelector(`[name="${CSS.escape(parameter)}"]`);
  const group = input?.closest('.group');
  if (group) group.open = true;
  (input?.closest('.input') ?? named).scrollIntoView();
  input?.focus({ preventScroll: true });
}

/** Fills the form of the operation that a link names with the query string of the link, and sends it. */
function sendFilled(event) {
  event.preventDefault();
  const { hash, dataset } = event.currentTarget;
  const operation = byId(hash.slice(1));
  operation.open = true;
  operation.scrollIntoView();
  for (const [name, value] of new URLSearchParams(dataset.fill))
    operation.querySelector(`[name=${name}]`).value = value;
  countGroups(operation);
  showCode(operation);
  void send(operation);
}

if (operations) {
  const changed = ({ target }) => {
    const operation = target.closest('.operation');
    if (target.classList.contains('type'))
      operation.querySelector('textarea').value = target.selectedOptions[0].dataset.example;
    countGroups(operation);
    showCode(operation);
  };
  operations.addEventListener('input', changed);
  operations.addEventListener('reset', (event) => setTimeout(changed, 0, event));
  operations.addEventListener('submit', (event) => {
    event.preventDefault();
    const operation = event.target.closest('.operation');
    const running = under.get(operation);
    if (running) running.abort();
    else void send(operation);
  });
  // `toggle` does not bubble.
  operations.addEventListener(
    'toggle',
    ({ target }) => {
      if (!target.matches('.operation[open]')) return;
      describeInputs(target);
      showCode(target);
    },
    true,
  );
  for (const id of ['access-key', 'secret-key']) byId(id).addEventListener('input', showAllCode);
  for (const part of document.querySelectorAll('[data-address]')) part.textContent = server;
  for (const link of document.querySelectorAll('[data-fill]')) link.addEventListener('click', sendFilled);
  addEventListener('hashchange', openNamed);
  // A link to the current fragment changes nothing, but what it names may be closed or far.
  document.addEventListener('click', ({ target }) => target.closest('a')?.hash === location.hash && openNamed());
  openNamed();
}

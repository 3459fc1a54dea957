// Suggests places while a visitor types: a combobox after the ARIA authoring practices. The form also works without it.
import { access, websiteID } from '/access.js';
import { createClient, listPropertyCards, suggestPlaces } from '/client/index.js';

const client = createClient(access);
const input = /** @type {HTMLInputElement} */ (document.querySelector('.words input'));
const list = document.createElement('ul');
let asked = new AbortController();

Object.assign(list, { id: 'suggestions', role: 'listbox', ariaLabel: 'Places' });
input.closest('label')?.after(list);
input.role = 'combobox';
input.setAttribute('aria-controls', list.id);
input.setAttribute('aria-autocomplete', 'list');
close();

function close() {
  list.hidden = true;
  input.ariaExpanded = 'false';
  input.removeAttribute('aria-activedescendant');
}

/** Opens a home, or searches for a place. @param {Element | undefined} option */
function choose(option) {
  const path = option?.getAttribute('data-path');
  if (path) return location.assign(path);
  input.value = option?.textContent ?? '';
  close();
  input.form?.requestSubmit();
}

/** Highlights the typed characters. @param {string} text @param {readonly (readonly number[])[]} match */
function marked(text, match) {
  const starts = [0, ...match.flat()];
  return starts.map((from, at) => {
    const part = document.createElement(at % 2 === 0 ? 'span' : 'mark');
    part.textContent = text.slice(from, starts[at + 1]);
    return part;
  });
}

/** Places, and addresses of the agency's homes with their paths; other addresses are left out. @param {string} q @param {AbortSignal} signal */
async function suggested(q, signal) {
  const places = /** @type {const} */ (['suburb', 'postcode', 'region', 'area']);
  const types = input.name === 's' ? [...places, /** @type {const} */ ('address')] : [...places];
  const { data: found } = await suggestPlaces({ client, query: { q, limit: 6, types }, signal });
  const ids = found.data.flatMap(({ propertyID }) => (propertyID ? [String(propertyID)] : []));
  const homes = ids.length > 0 ? (await listPropertyCards({ client, query: { ids }, signal })).data.data : [];
  const own = homes.filter(({ listings }) => listings.websiteID === websiteID);
  return found.data.flatMap(({ text, match, propertyID }) => {
    const path = own.find(({ id }) => id === propertyID)?.listings.slug;
    return propertyID && !path ? [] : [{ text, match, path }];
  });
}

async function suggest() {
  asked.abort();
  asked = new AbortController();
  const q = input.value.trim();
  if (!q) return close();
  const { signal } = asked;
  // Suggestions that arrive too late are dropped.
  const found = await suggested(q, signal).catch(() => undefined);
  if (!found || signal.aborted) return;
  const options = found.map(({ text, match, path }, at) => {
    const option = document.createElement('li');
    Object.assign(option, { id: `suggestion-${at}`, role: 'option', ariaSelected: 'false' });
    option.dataset['path'] = path ?? '';
    option.append(...marked(text, match));
    // Runs before the input loses the focus, which closes the list.
    option.addEventListener('pointerdown', () => choose(option));
    return option;
  });
  list.replaceChildren(...options);
  list.hidden = options.length === 0;
  input.ariaExpanded = String(options.length > 0);
  input.removeAttribute('aria-activedescendant');
}

input.addEventListener('input', () => void suggest());
input.addEventListener('keydown', (event) => {
  const options = [...list.children];
  if (list.hidden) return;
  const active = options.findIndex(({ id }) => id === input.getAttribute('aria-activedescendant'));
  if (event.key === 'Escape') close();
  if (event.key === 'Enter' && active >= 0) {
    event.preventDefault();
    choose(options[active]);
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const next = (active + (event.key === 'ArrowDown' ? 1 : -1) + options.length) % options.length;
  for (const [at, option] of options.entries()) option.ariaSelected = String(at === next);
  input.setAttribute('aria-activedescendant', options[next]?.id ?? '');
});

input.addEventListener('blur', close);

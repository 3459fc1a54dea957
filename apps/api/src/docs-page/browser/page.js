/** The parts of all pages of the documentation: the table of contents, and the search. The forms follow in `forms.js`. */

/** The root URL of the service, including a path that a proxy may add. */
const ROOT = new URL('..', document.currentScript.src).href;

const byId = (id) => document.getElementById(id);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const isNarrow = matchMedia('(max-width: 60rem)');
const contents = document.querySelector('.contents');
if (isNarrow.matches) contents.open = false;
contents.addEventListener('click', ({ target }) => {
  if (target.closest('a') && isNarrow.matches) contents.open = false;
});

/** More results help nobody. */
const MOST_RESULTS = 30;

const search = document.querySelector('.search');
const [field, results, found] = ['input', 'ul', '[role=status]'].map((part) => search.querySelector(part));

/** All entries with their texts in lower case. They are loaded when the search is used. */
let loading;
const load = () =>
  (loading ??= fetch(`${ROOT}docs/search.json`)
    .then((response) => response.json())
    .then((all) => all.map((entry) => ({ entry, name: entry[1].toLowerCase(), text: entry.join(' ').toLowerCase() }))));

/** How well an entry matches, 0 is best: the whole name, its start, a part of it, or words anywhere. */
function rankOf({ entry: [kind], name, text }, wanted) {
  // There are many fields: a parameter that begins with the word comes before a field that is the word.
  const last = kind === 'field' ? 1.5 : 0;
  if (name === wanted) return last;
  if (name.startsWith(wanted)) return 1 + last;
  if (name.includes(wanted)) return 2 + last;
  return wanted.split(/\s+/).every((word) => text.includes(word)) ? 3 + last : undefined;
}

function resultOf([kind, name, words, url]) {
  const href = ROOT + url;
  const [page, here] = [href, location.href].map((address) => address.split('#')[0]);
  // Another page opens in its own tab, because the reference would forget the keys.
  const target = page === here ? '' : url.split(/[#/]/).slice(0, 2).join('-');
  const title = element('b', { textContent: name });
  return element(
    'li',
    {},
    element(
      'a',
      { href, target: target && byId('access-key') ? target : '' },
      element('small', { textContent: kind }),
      title,
      element('span', { textContent: words }),
    ),
  );
}

async function showResults() {
  const wanted = field.value.trim().toLowerCase();
  const all = wanted ? await load() : [];
  if (wanted !== field.value.trim().toLowerCase()) return; // typed on meanwhile
  const ranked = all.map((one) => ({ ...one, rank: rankOf(one, wanted) })).filter(({ rank }) => rank >= 0);
  ranked.sort((one, other) => one.rank - other.rank);
  results.replaceChildren(...ranked.slice(0, MOST_RESULTS).map(({ entry }) => resultOf(entry)));
  results.hidden = ranked.length === 0;
  found.textContent = wanted ? `${ranked.length} found` : '';
}

function closeResults() {
  results.hidden = true;
  found.textContent = '';
}

/** Arrows move between the field and the results; Enter in the field follows the first one. */
function moveByKey(event) {
  const links = [...results.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') {
    field.value = '';
    closeResults();
    field.focus();
  } else if (event.key === 'Enter' && at < 0) links[0]?.click();
  else if (step && !results.hidden) (links[at + step] ?? (step < 0 ? field : links.at(-1))).focus();
  else return;
  if (event.key !== 'Enter' || at < 0) event.preventDefault();
}

search.hidden = false;
results.hidden = true;
field.addEventListener('focus', load, { once: true });
field.addEventListener('input', () => void showResults());
search.addEventListener('keydown', moveByKey);
results.addEventListener('click', closeResults);
search.addEventListener('focusout', ({ relatedTarget }) => search.contains(relatedTarget) || closeResults());
field.addEventListener('focus', () => field.value && void showResults());
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  field.focus();
  field.select();
});

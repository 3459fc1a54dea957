// What pages do in a browser beyond HTML: suggestions for places, buttons of galleries, and maps with streets.

/** @typedef {{ text: string, match: [number, number][], path?: string }} Suggestion */

/** @param {string} selector @param {ParentNode} [within] */
const all = (selector, within = document) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

// Suggestions while a visitor types: a combobox after the ARIA authoring practices. The form also works without it.

/** @param {HTMLInputElement} input @param {number} field its number in the page */
function suggestPlaces(input, field) {
  const list = document.createElement('ul');
  let asked = new AbortController();
  Object.assign(list, { id: `suggestions-${field}`, role: 'listbox', ariaLabel: 'Places' });
  input.closest('.words')?.append(list);
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

  /** The suggestion with the typed characters highlighted. @param {Suggestion} suggestion @param {number} at */
  function optionOf({ text, match, path = '' }, at) {
    const option = document.createElement('li');
    Object.assign(option, { id: `${list.id}-${at}`, role: 'option', ariaSelected: 'false' });
    option.dataset['path'] = path;
    const starts = [0, ...match.flat()];
    for (const [part, from] of starts.entries()) {
      const piece = document.createElement(part % 2 === 0 ? 'span' : 'mark');
      piece.textContent = text.slice(from, starts[part + 1]);
      option.append(piece);
    }
    // Runs before the input loses the focus, which closes the list.
    option.addEventListener('pointerdown', () => choose(option));
    return option;
  }

  /** @param {number} at the chosen option; -1 for none */
  function mark(at) {
    for (const [index, option] of [...list.children].entries()) option.ariaSelected = String(index === at);
    if (at < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `${list.id}-${at}`);
  }

  async function suggest() {
    asked.abort();
    asked = new AbortController();
    const q = input.value.trim();
    if (!q) return close();
    const { signal } = asked;
    // Suggestions that arrive too late are dropped.
    const answer = await fetch(`/suggestions?${new URLSearchParams({ q, of: input.name })}`, { signal }).catch(
      () => undefined,
    );
    /** @type {Suggestion[]} */
    const found = answer?.ok ? await answer.json().catch(() => []) : [];
    if (signal.aborted) return;
    const chosen = list.querySelector('[aria-selected="true"]')?.textContent;
    list.replaceChildren(...found.map(optionOf));
    list.hidden = found.length === 0;
    input.ariaExpanded = String(found.length > 0);
    mark(found.findIndex(({ text }) => text === chosen));
  }

  input.addEventListener('input', () => void suggest());
  input.addEventListener('blur', close);
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
    mark(next);
  });
}

// The gallery of a home: buttons, keys, the number of the picture, and the full screen.

/** @param {HTMLElement} gallery */
function browsePictures(gallery) {
  const [row = gallery, count = gallery, buttons = gallery] = all('.pictures, [data-count], .buttons', gallery);
  const pictures = all('figure', gallery);
  const startOf = (/** @type {HTMLElement} */ picture) => picture.offsetLeft - row.offsetLeft;
  const shown = () => {
    const end = row.scrollLeft + row.clientWidth >= row.scrollWidth - 2;
    const first = pictures.findIndex((picture) => startOf(picture) + picture.clientWidth / 2 > row.scrollLeft);
    return end && row.scrollLeft > 0 ? pictures.length - 1 : Math.max(0, first);
  };
  const tell = () => (count.textContent = `${shown() + 1} / ${pictures.length}`);
  /** @param {number} at */
  const show = (at) =>
    row.scrollTo({ left: startOf(pictures[(at + pictures.length) % pictures.length] ?? row), behavior: 'smooth' });
  const acts = /** @type {Record<string, () => unknown>} */ ({
    back: () => show(shown() - 1),
    next: () => show(shown() + 1),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : gallery.requestFullscreen()),
  });
  for (const button of all('[data-act]', gallery))
    button.addEventListener('click', () => acts[button.dataset['act'] ?? '']?.());
  const [plan] = all('[data-plan]', gallery);
  plan?.addEventListener('click', (event) => {
    event.preventDefault();
    show(Number(plan.dataset['plan']));
  });
  gallery.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') acts['back']?.();
    if (key === 'ArrowRight') acts['next']?.();
  });
  row.addEventListener('scroll', tell, { passive: true });
  buttons.hidden = !document.fullscreenEnabled && pictures.length < 2;
  tell();
}

// A map with streets instead of the drawing, if the site has a style of a map.

/** @param {HTMLElement} ground */
async function showStreets(ground) {
  const { style, bounds, pins } = JSON.parse(ground.dataset['streets'] ?? '{}');
  const library = '/maplibre/maplibre-gl.mjs';
  const { Map, Marker, NavigationControl } = /** @type {typeof import('maplibre-gl')} */ (await import(library));
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/maplibre/maplibre-gl.css' });
  await new Promise((resolve) => {
    sheet.addEventListener('load', resolve);
    document.head.append(sheet);
  });
  const container = Object.assign(document.createElement('div'), { className: 'streets' });
  ground.append(container);
  const map = new Map({ container, style, bounds, cooperativeGestures: true });
  map.addControl(new NavigationControl({ showCompass: false }));
  for (const { at, href, text, label, style: className } of pins) {
    const element = Object.assign(document.createElement(href ? 'a' : 'span'), {
      className,
      href,
      title: label,
      textContent: text,
    });
    element.setAttribute('aria-label', label);
    new Marker({ element }).setLngLat(at).addTo(map);
  }
  map.once('load', () => ground.querySelector('svg')?.remove());
}

// The order of a list changes at once.
document.querySelector('.order select')?.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement) target.form?.requestSubmit();
});

for (const [field, input] of all('.words input').entries())
  suggestPlaces(/** @type {HTMLInputElement} */ (input), field);
for (const gallery of all('.gallery')) browsePictures(gallery);
for (const ground of all('[data-streets]')) void showStreets(ground);

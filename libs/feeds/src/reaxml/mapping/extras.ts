import type { FeedElement } from '../feed.types.js';

const MAX_TEXT = 1000;
const MAX_ITEMS = 50;
const MAX_DEPTH = 4;

/** An element as plain JSON: its text, or its attributes and children by name. Long ones are cut. */
export function plainOf(element: FeedElement, depth = 0): unknown {
  const text = cut(element.text);
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(element.attributes)) set(plain, name, cut(value));
  if (depth < MAX_DEPTH) {
    for (const child of element.children.slice(0, MAX_ITEMS)) set(plain, child.name, plainOf(child, depth + 1));
  }
  if (Object.keys(plain).length === 0) return text;
  if (text !== '') plain['text'] = text;
  return plain;
}

const cut = (text: string): string => (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT).toWellFormed() : text);

/** What is there several times becomes a list. */
function set(plain: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') return;
  const before = Object.hasOwn(plain, name) ? plain[name] : undefined;
  if (before === undefined) plain[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else plain[name] = [before, value];
}

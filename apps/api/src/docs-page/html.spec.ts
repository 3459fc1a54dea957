import { describe, expect, it } from 'vitest';
import { html, paragraphs, prose } from './html.js';

describe('html', () => {
  it('escapes values, including attributes, and leaves nested HTML unescaped', () => {
    const hostile = `"'<script>&`;
    expect(html`<a title="${hostile}">${html`<b>${hostile}</b>`}${undefined}${[html`1`, html`2`]}${3}</a>`.text).toBe(
      '<a title="&quot;&#39;&lt;script&gt;&amp;"><b>&quot;&#39;&lt;script&gt;&amp;</b>123</a>',
    );
  });

  it('renders code, strong text and paragraphs of the document', () => {
    expect(prose('`<a>` is **not** a *link*').text).toBe('<code>&lt;a&gt;</code> is <strong>not</strong> a *link*');
    expect(paragraphs('one\n\ntwo').map(({ text }) => text)).toEqual(['<p>one</p>', '<p>two</p>']);
  });
});

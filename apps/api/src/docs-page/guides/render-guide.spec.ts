import { describe, expect, it } from 'vitest';
import { renderGuide, requestName } from './render-guide.js';

const context = {
  titles: new Map([
    ['ONE.md', 'First'],
    ['TWO-PARTS.md', 'Second'],
  ]),
  pictures: { 'map.svg': 'data:image/svg+xml,x' },
  operations: new Map([
    ['listAgents', 'listAgents'],
    ['GET /agents/{}', 'readAgent'],
  ]),
};

const render = (text: string) => renderGuide('ONE.md', `# First\n\n${text}`, context);
const bodyOf = (text: string): string => render(text).body.text.trim();

describe('a guide', () => {
  it('has the first sentence as its summary, and headings with ids of their own', () => {
    const { id, title, summary, headings } = render('Reads `one`\nline. And more.\n\n## Orders, `sort`\n\n### 2. Next');
    expect({ id, title, summary, headings }).toEqual({
      id: 'one',
      title: 'First',
      summary: 'Reads one line.',
      headings: [
        { id: 'one-orders-sort', text: 'Orders, sort' },
        { id: 'one-2-next', text: '2. Next' },
      ],
    });
  });

  it.each([
    ['[x](#orders)', '<a href="#one-orders">x</a>'],
    ['[TWO-PARTS.md](TWO-PARTS.md)', '<a href="#two-parts">Second</a>'],
    ['[x](TWO-PARTS.md#a-heading)', '<a href="#two-parts-a-heading">x</a>'],
    ['[x](https://x.example/?a=1&b)', '<a href="https://x.example/?a=1&amp;b">x</a>'],
    ['[`OTHER.md`](OTHER.md)', '<code>OTHER.md</code>'],
    ['[x](javascript:alert(1))', 'x'],
    ['`listAgents`', '<a href="#listAgents"><code>listAgents</code></a>'],
    [
      '`GET /api/v1/agents/{agentID}?a=b c`',
      '<a href="#readAgent"><code>GET /api/v1/agents/{agentID}?a=b c</code></a>',
    ],
    ['`POST /agents/{id}`', '<code>POST /agents/{id}</code>'],
    ['[the `listAgents`](OTHER.md)', 'the <code>listAgents</code>'],
    ['![A map](map.svg)', '<img src="data:image/svg+xml,x" alt="A map" />'],
  ])('renders %s', (text, expected) => {
    expect(bodyOf(text)).toBe(`<p>${expected}</p>`);
  });

  it('escapes code and HTML', () => {
    expect(bodyOf('```js\n<b>"&"\n```')).toBe('<pre tabindex="0" aria-label="Code">&lt;b&gt;"&amp;"</pre>');
    expect(bodyOf('<script>alert(1)</script>')).toBe('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('names the column of each cell, which a phone shows', () => {
    expect(bodyOf('| a | `b` |\n| - | - |\n| 1 | 2 |')).toMatch(
      /<td data-label="a">\s*1\s*<\/td><td data-label="b">\s*2/,
    );
  });
});

it('the name of a request has no version, parameters and names', () => {
  expect(
    ['/v1/agents', 'GET /api/v1/agents?x=1', 'DELETE /hooks/{hookID}/a', 'x /y', 'agents'].map(requestName),
  ).toEqual(['GET /agents', 'GET /agents', 'DELETE /hooks/{}/a', undefined, undefined]);
});

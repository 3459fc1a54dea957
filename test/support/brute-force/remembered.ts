/** Memoizes a function of texts: a reading evaluates it for each listing and query. */
export function remembered<Texts extends readonly string[], Answer extends string | bigint | object>(
  work: (...texts: Texts) => Answer,
): typeof work {
  const answers = new Map<string, Answer>();
  return (...texts) => {
    const [first = ''] = texts;
    const key = texts.length === 1 ? first : texts.join('\0');
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = work(...texts);
    answers.set(key, answer);
    return answer;
  };
}

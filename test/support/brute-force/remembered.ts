/** A function of texts that works each answer out once: a reading asks the same of each listing for every query. */
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

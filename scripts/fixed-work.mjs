// A fixed piece of work: the processor time of `npm test` is compared with it (`.ci/run`), whatever the machine.
const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `Row ${id}`, words: 'sunny house by the park' }));
let sum = 0;
for (let round = 0; round < 900; round += 1) {
  const copies = JSON.parse(JSON.stringify(rows));
  for (const { name, words } of copies)
    sum +=
      name.length +
      words
        .split(' ')
        .map((word) => word.at(0))
        .join('').length;
  copies.sort((one, other) => other.id - one.id);
}
if (sum === 0) throw new Error('nothing was done');

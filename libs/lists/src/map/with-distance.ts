/** The distance of a row, if the query has `near`. */
export interface Distant {
  /** In metres. */
  readonly distance?: number;
}

/** Items with the distances of their rows, rounded to a tenth of a metre. */
export const withDistances = (items: readonly string[], rows: readonly Distant[]): readonly string[] =>
  items.map((item, at) => {
    const distance = rows[at]?.distance;
    return distance === undefined ? item : `${item.slice(0, -1)},"distance":${Math.round(distance * 10) / 10}}`;
  });

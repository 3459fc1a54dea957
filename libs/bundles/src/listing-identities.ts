import { takenIdentities, type ListingLine } from '@app/listings';
import { nextIds, type Rejection, type Store } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';

type Identified = Pick<ListingLine, 'id' | '_id'>;

/** The ids and object identifiers of new listings: as given, when nobody has them. */
export class Identities {
  private constructor(
    private readonly taken: Set<number | string>,
    private readonly fresh: number[],
  ) {}

  /** For so many new listings as there are lines. */
  static async draw(store: Store, lines: readonly Identified[]): Promise<Identities> {
    const ids = lines.flatMap(({ id }) => id ?? []);
    const uids = lines.flatMap(({ _id }) => _id || []);
    const taken = await takenIdentities(store, ids, uids);
    return new Identities(taken, await nextIds(store, 'listings', lines.length - ids.length, ids));
  }

  /** The identity of one of the lines, or why it can't have the one that it gives. */
  reserve({ id, _id }: Identified): { id: number; uid: string } | Rejection {
    if (id && this.taken.has(id)) return { field: 'id', reason: `${id} belongs to another listing` };
    const uid = _id?.toLowerCase() || uuidv7();
    if (this.taken.has(uid)) return { field: '_id', reason: 'belongs to another listing' };
    this.taken.add(uid);
    if (!id) return { id: this.fresh.shift() ?? 0, uid };
    this.taken.add(id);
    return { id, uid };
  }
}

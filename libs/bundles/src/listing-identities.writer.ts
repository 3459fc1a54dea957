import { takenIdentities, type ListingLine } from '@app/listings';
import { nextIds, type Rejection, type SqlExecutor } from '@app/sql';
import { v7 as uuidv7 } from 'uuid';

type Identified = Pick<ListingLine, 'id' | '_id'>;

/** The ids and object identifiers of new listings: as given, unless they are already used. */
export class Identities {
  private constructor(
    private readonly taken: Set<number | string>,
    private readonly fresh: number[],
  ) {}

  /** Reserves ids for new listings, one per line. */
  static async draw(executor: SqlExecutor, lines: readonly Identified[]): Promise<Identities> {
    const ids = lines.flatMap(({ id }) => id ?? []);
    const uids = lines.flatMap(({ _id }) => _id || []);
    const taken = await takenIdentities(executor, ids, uids);
    return new Identities(taken, await nextIds(executor, 'listings', lines.length - ids.length, ids));
  }

  /** The identity of one line, or why the given one cannot be used. */
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

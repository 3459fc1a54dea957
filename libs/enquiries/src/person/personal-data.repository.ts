import { SETTINGS } from '@app/config';
import { anywhere } from '@app/lists';
import { isObject, parseStored } from '@app/schema';
import { opened, sql, type SecretsKeys, type Sql, SqlExecutor } from '@app/sql';
import { Inject, Injectable } from '@nestjs/common';
import type { EnquiryItem } from '../dto/enquiry.fields.js';
import { enquiryAsJson } from '../enquiries.repository.js';
import type { Contact } from './contact.js';

/** A person, as an operator names them. */
export interface SoughtPerson {
  readonly contact: Contact;
  /** The account whose data is meant; undefined: all accounts. */
  readonly websiteID?: number | undefined;
  /** The `reference` of the person's saved searches, which belongs to one account. */
  readonly reference?: string | undefined;
}

interface FoundSearch {
  readonly _id: string;
  readonly id: number;
  readonly websiteID: number;
}

interface FoundDelivery {
  readonly id: string;
}

interface FoundAnswer {
  readonly credential: number;
  readonly key: string;
  /** Whether a trigger deletes it with its enquiry or search. */
  readonly isOfRow: boolean;
}

/** The stored data of a person. */
export interface PersonalData {
  readonly enquiries: readonly EnquiryItem[];
  readonly searches: readonly FoundSearch[];
  /** Pending messages of hooks. A trigger deletes them with their enquiry or search. */
  readonly messages: readonly object[];
  readonly deliveries: readonly FoundDelivery[];
  readonly answers: readonly FoundAnswer[];
  /** Enquiries in which the contact is only mentioned; they may be data of other people. */
  readonly mentions: readonly number[];
  /** Stored responses that cannot be decrypted. */
  readonly unreadable: number;
}

const iso = (time: Sql): Sql => sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL: the receiver of a hook. A path may contain a secret of the receiver. */
const receiver = sql`'websiteID', endpoint.website_id, 'receiver', substring(endpoint.url from '^[^/]*//[^/]*')`;

/** SQL: whether a text contains the contact. Digits of a number may have other characters between them. */
function mentions(text: Sql, { part, isEmail }: Contact): Sql {
  if (isEmail) return sql`lower(${text}) LIKE ${anywhere(part)}`;
  // The first condition is ten times as fast, and excludes most texts.
  const spaced = `%${[...part].join('%')}%`;
  const digitsOf = (from: Sql) => sql`translate(${from}, translate(${from}, '0123456789', ''), '')`;
  return sql`${text} LIKE ${spaced} AND ${digitsOf(text)} LIKE ${anywhere(part)}`;
}

/** Finds the data of a person. The statements read whole tables, so they need a transaction without a time limit. */
@Injectable()
export class PersonalDataRepository {
  constructor(
    private readonly executor: SqlExecutor,
    @Inject(SETTINGS) private readonly settings: SecretsKeys,
  ) {}

  /** Finds all data in one snapshot. */
  find(person: SoughtPerson): Promise<PersonalData> {
    return this.executor.readSnapshot((executor) => this.findIn(executor, person));
  }

  /** Finds all data inside a transaction. */
  async findIn(executor: SqlExecutor, person: SoughtPerson): Promise<PersonalData> {
    const { contact } = person;
    const asked = await this.enquiries(executor, person);
    const isOwn = ({ email, phone }: EnquiryItem) => [email, phone].some((text) => contact.isWrittenAs(text));
    const enquiries = asked.filter(isOwn);
    const searches = await this.searches(executor, person);
    const ids = enquiries.map(({ id }) => id);
    return {
      enquiries,
      searches,
      messages: await this.messages(
        executor,
        ids,
        searches.map(({ id }) => id),
      ),
      deliveries: await this.deliveries(executor, person, ids),
      ...(await this.answers(executor, person, new Set([...enquiries, ...searches].map(({ _id }) => _id)))),
      mentions: asked.filter((enquiry) => !isOwn(enquiry)).map(({ id }) => id),
    };
  }

  private async enquiries(executor: SqlExecutor, { contact, websiteID }: SoughtPerson): Promise<EnquiryItem[]> {
    const rows = await executor.query<{ item: EnquiryItem }>(sql`
      SELECT ${enquiryAsJson} AS item FROM enquiries enquiry
      WHERE website_id = coalesce(${websiteID}::int, website_id)
        AND (${mentions(sql`concat_ws(' ', name, email, phone, address, message)`, contact)}) ORDER BY id`);
    return rows.map(({ item }) => item);
  }

  private async searches(executor: SqlExecutor, { websiteID, reference }: SoughtPerson): Promise<FoundSearch[]> {
    if (websiteID === undefined || !reference) return [];
    const rows = await executor.query<{ item: FoundSearch }>(sql`
      SELECT json_build_object('_id', uid, 'id', id, 'websiteID', website_id, 'name', name, 'query', query,
        'reference', reference, 'notify', notify, 'createdAt', ${iso(sql`created_at`)},
        'updatedAt', ${iso(sql`updated_at`)}, 'usedAt', ${iso(sql`used_at`)}) AS item
      FROM searches WHERE website_id = ${websiteID} AND reference = ${reference} ORDER BY id`);
    return rows.map(({ item }) => item);
  }

  private async messages(executor: SqlExecutor, enquiries: number[], searches: number[]): Promise<object[]> {
    const rows = await executor.query<{ item: object }>(sql`
      SELECT json_build_object(${receiver}, 'type', type, 'at', ${iso(sql`at`)}, 'attempts', attempts,
        'enquiryID', data -> 'id', 'matches', matches) AS item
      FROM (SELECT *, body::jsonb -> 'data' AS data FROM hook_messages
        WHERE type IN ('enquiry-created', 'search-matched')) message
      LEFT JOIN hook_endpoints endpoint ON endpoint.id = hook_id
      LEFT JOIN LATERAL (
        SELECT jsonb_agg(match) AS matches FROM jsonb_array_elements(data -> 'matches') match
        WHERE (match ->> 'searchID')::int = ANY(${searches}::int[])
      ) own ON true
      WHERE matches IS NOT NULL OR (data ->> 'id')::int = ANY(${enquiries}::int[]) ORDER BY message.id`);
    return rows.map(({ item }) => item);
  }

  /** Attempts to send an enquiry, as long as the change log has it, and responses that contain the contact. */
  private async deliveries(
    executor: SqlExecutor,
    { contact, websiteID }: SoughtPerson,
    enquiries: number[],
  ): Promise<FoundDelivery[]> {
    const rows = await executor.query<{ item: FoundDelivery }>(sql`
      SELECT json_build_object('id', delivery.id::text, ${receiver}, 'type', type, 'at', ${iso(sql`delivery.at`)},
        'attempt', attempt, 'status', status, 'reply', reply) AS item
      FROM hook_deliveries delivery LEFT JOIN hook_endpoints endpoint ON endpoint.id = hook_id
      WHERE (${mentions(sql`reply`, contact)})
          AND (${websiteID}::int IS NULL OR endpoint.website_id = ${websiteID}::int)
        -- A message id ends with the position of the change.
        OR type = 'enquiry-created' AND (split_part(message_id, '_', 4), split_part(message_id, '_', 5)) IN (
          SELECT xid::text, id::text FROM changes WHERE resource = 'enquiry' AND resource_id = ANY(${enquiries}::int[]))
      ORDER BY delivery.id`);
    return rows.map(({ item }) => item);
  }

  /** Stored responses with one of the ids, or with the contact. Their texts repeat other data, so only keys are returned. */
  private async answers(
    executor: SqlExecutor,
    { contact, websiteID, reference }: SoughtPerson,
    ids: ReadonlySet<string>,
  ): Promise<Pick<PersonalData, 'answers' | 'unreadable'>> {
    const { secretsKey, secretsKeyOld } = this.settings;
    const answers: FoundAnswer[] = [];
    let unreadable = 0;
    const stored = executor.stream<{ credential: number; key: string; website: number | null; answer: Buffer }>(sql`
      SELECT credential_id AS credential, key, website_id AS website, answer
      FROM idempotent_answers LEFT JOIN credentials ON id = credential_id`);
    for await (const rows of stored) {
      for (const { credential, key, website, answer } of rows) {
        const text = opened(answer, secretsKey) ?? (secretsKeyOld && opened(answer, secretsKeyOld));
        if (!text) {
          unreadable += 1;
          continue;
        }
        const texts = textsIn(parseStored(text.toString('utf8')));
        const isOfRow = texts.some((one) => ids.has(one));
        const isOfAccount = websiteID === undefined || website === websiteID;
        const isOfPerson = (one: string) => contact.isWrittenAs(one) || (reference ? one === reference : false);
        if (isOfRow || (isOfAccount && [key, ...texts].some(isOfPerson))) answers.push({ credential, key, isOfRow });
      }
    }
    return { answers, unreadable };
  }
}

/** All texts in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

import type { DataSource } from 'typeorm';

const NAMESPACE = `'public'::regnamespace`;

/** The definition of a schema, one object per line, as PostgreSQL would write it. */
const PARTS = [
  `SELECT format('column %s.%s: %s%s%s%s%s, place %s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(adbin, adrelid),
      ' COLLATE ' || (SELECT collname FROM pg_collation WHERE oid = attcollation AND collname <> 'default'),
      ' identity ' || nullif(attidentity::text, ''),
      row_number() OVER (PARTITION BY attrelid ORDER BY attnum))
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = ${NAMESPACE} AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`,
  `SELECT format('table %s: %s %s', oid::regclass, relpersistence, ARRAY(SELECT unnest(reloptions) ORDER BY 1)) FROM pg_class
    WHERE relnamespace = ${NAMESPACE} AND relkind IN ('r', 'p')`,
  `SELECT format('constraint %s of %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = ${NAMESPACE} AND conrelid <> 0`,
  `SELECT format('index %s', pg_get_indexdef(indexrelid)) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE relnamespace = ${NAMESPACE}`,
  `SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal`,
  `SELECT format('function %s', regexp_replace(pg_get_functiondef(pg_proc.oid), '\\s+', ' ', 'g')) FROM pg_proc
    WHERE pronamespace = ${NAMESPACE}
      AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  `SELECT format('enum %s: %s', enumtypid::regtype, string_agg(enumlabel, ', ' ORDER BY enumsortorder)) FROM pg_enum
    GROUP BY enumtypid`,
  `SELECT format('sequence %s: %s', oid::regclass, (SELECT format('%s %s', seqtypid::regtype, seqincrement)
      FROM pg_sequence WHERE seqrelid = pg_class.oid)) FROM pg_class
    WHERE relnamespace = ${NAMESPACE} AND relkind = 'S'`,
  `SELECT format('extension %s', extname) FROM pg_extension`,
];

/** The schema of a database, without TypeORM's table of migrations. */
export async function catalogOf(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ format: string }[]>(PARTS.join(' UNION ALL '));
  return rows
    .map(({ format }) => format)
    .filter((line) => !/\bmigrations/.test(line))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

import { Command as CommandLine } from 'commander';

/** The options of `upgrade-embedded`. */
export interface UpgradeInput {
  readonly programs?: string;
}

const HELP = `
After an update of the service that brings another major version of PostgreSQL. Stop the service first. The data of DATA_DIR
are copied into a new cluster, with all ids, keys and the audit log; the former one is kept beside it. As after a restore,
cursors of the change feed expire, and hooks send resync: see docs/BACKUP.md.

The programs of the former version are fetched from npm for the time of the upgrade, unless --programs names their folder.
There has to be room for the data twice.

Exit code: 0 the data are of the present version, 2 nothing was changed.

Example:
  npm run directory -- upgrade-embedded --programs /usr/lib/postgresql/17/bin`;

/** The command line of `upgrade-embedded`. */
export function upgradeEmbeddedUsage(run: (input: UpgradeInput) => Promise<void>): CommandLine {
  return new CommandLine('upgrade-embedded')
    .summary('move the data of the embedded server to the next PostgreSQL version')
    .description('Move the data of the embedded server to the PostgreSQL version that the service brings.')
    .option('--programs <FOLDER>', 'the programs of the former version: initdb, pg_ctl, postgres')
    .addHelpText('after', HELP)
    .action(run);
}

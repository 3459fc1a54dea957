import type { PersonalData, SoughtPerson } from '@app/enquiries';
import { Command as CommandLine } from 'commander';
import { accountNumber, type RunCommand, ExitCode } from './command.js';
import type { Terminal } from './terminal.js';

const HELP = `
CONTACT is an e-mail address or a telephone number, with area code, in any spelling: +61 412 345 678 is 0412 345 678.

find prints a JSON line for each enquiry, saved search, pending message of a hook, attempt to send one, and stored response
of an Idempotency-Key. erase deletes the same rows in one transaction. docs/PRIVACY.md describes both.

Exit code: 0 done, or nothing was found; 2 nothing was done or wrong usage.

Examples:
  npm run --silent directory -- person find ann@visitors.example >export.ndjson
  npm run directory -- person erase ann@visitors.example --yes`;

const ELSEWHERE = `This command does not read:
  receivers of hooks: the account deletes the data in its own systems
  dumps, archived WAL and replicated copies: erase again after a restore
  logs of proxies and of the service, audit_log: IP addresses, until they are pruned (AUDIT_RETENTION)
  profiles of agents and accounts: business contacts, which the account edits`;

interface PersonOptions {
  readonly website?: number;
  readonly reference?: string;
}

export const person = (run: RunCommand): CommandLine =>
  new CommandLine('person')
    .summary('find and erase the data of a person')
    .description('Find and erase the data of a person who sent enquiries or saved searches.')
    .addHelpText('afterAll', HELP)
    .addCommand(
      ofPerson('find')
        .description('Print the data of a person as JSON lines.')
        .action((contact: string, options: PersonOptions) => find(run, contact, options)),
    )
    .addCommand(
      ofPerson('erase')
        .description('Delete the data of a person.')
        .requiredOption('--yes', 'confirm that the data is deleted')
        .action((contact: string, options: PersonOptions) => erase(run, contact, options)),
    );

const ofPerson = (name: string): CommandLine =>
  new CommandLine(name)
    .argument('<CONTACT>', 'an e-mail address or a telephone number')
    .option('--website <ID>', 'only data of this account', accountNumber)
    .option('--reference <TEXT>', 'also the saved searches of the account with this reference; requires --website');

const find = (run: RunCommand, contact: string, options: PersonOptions): Promise<void> =>
  run('secrets', async () => {
    const { countsOf, PersonalDataModule, PersonalDataRepository } = await import('@app/enquiries');
    const sought = await soughtPerson(contact, options);
    return {
      imports: [PersonalDataModule],
      run: async ({ get, terminal }) => {
        const data = await get(PersonalDataRepository).find(sought);
        for (const line of linesOf(data)) terminal.say(JSON.stringify(line));
        terminal.warn(countWords('Found', countsOf(data)));
        warnOfOthers(data, sought, terminal);
        return ExitCode.ok;
      },
    };
  });

const erase = (run: RunCommand, contact: string, options: PersonOptions): Promise<void> =>
  run('secrets', async () => {
    const { countsOf, PersonalDataModule, PersonalDataWriter } = await import('@app/enquiries');
    const { byCommand } = await import('@app/writes');
    const sought = await soughtPerson(contact, options);
    return {
      imports: [PersonalDataModule],
      run: async ({ get, terminal }) => {
        const data = await get(PersonalDataWriter).erase(byCommand('person erase'), sought);
        terminal.say(countWords('Deleted', countsOf(data)));
        warnOfOthers(data, sought, terminal);
        return ExitCode.ok;
      },
    };
  });

/** @throws OperatorError for wrong usage */
async function soughtPerson(text: string, { website: websiteID, reference }: PersonOptions): Promise<SoughtPerson> {
  const { Contact } = await import('@app/enquiries');
  const { OperatorError } = await import('@app/process');
  const contact = Contact.of(text);
  if (!contact) throw new OperatorError('CONTACT: wanted an e-mail address, or a telephone number with area code');
  if (reference !== undefined && websiteID === undefined)
    throw new OperatorError('--reference requires --website: accounts may use the same reference for different people');
  return { contact, websiteID, reference };
}

const linesOf = ({ enquiries, searches, messages, deliveries, answers }: PersonalData): object[] => [
  ...enquiries.map((item) => ({ resource: 'enquiry', ...item })),
  ...searches.map((item) => ({ resource: 'search', ...item })),
  ...messages.map((item) => ({ resource: 'message', ...item })),
  ...deliveries.map((item) => ({ resource: 'delivery', ...item })),
  ...answers.map(({ credential, key }) => ({ resource: 'stored response', credential, key })),
];

/** Example: "Deleted: 2 enquiries, 1 messages, 1 responses" */
function countWords(done: string, counts: Readonly<Record<string, number>>): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return found.length === 0
    ? 'Nothing was found.'
    : `${done}: ${found.map(([name, count]) => `${count} ${name}`).join(', ')}`;
}

/** Prints data that the command does not count to the person, and the places that it does not read. */
function warnOfOthers(
  { enquiries, mentions, unreadable }: PersonalData,
  { contact }: SoughtPerson,
  terminal: Terminal,
) {
  const others = enquiries
    .flatMap(({ email, phone }) => [email, phone])
    .filter((one) => one && !contact.isWrittenAs(one));
  if (others.length > 0)
    terminal.warn(`The enquiries also name ${[...new Set(others)].join(', ')}: repeat the command.`);
  if (mentions.length > 0) {
    terminal.warn(
      `Enquiries of other people mention it: ${mentions.join(', ')}. Read them, and delete them with DELETE /api/v1/enquiries/ID.`,
    );
  }
  if (unreadable > 0) terminal.warn(`${unreadable} stored responses cannot be decrypted; they end within 24 hours.`);
  terminal.warn(ELSEWHERE);
}

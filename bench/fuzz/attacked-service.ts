import type { Cleanup } from '../cleanup.js';
import { DatabaseServer } from '../directory/database-server.js';
import { makeDirectory, operatorEnvironment } from '../directory/make-directory.js';
import { sizeFor } from '../directory/size.js';
import { PROGRAMS } from '../places.js';
import type { Progress } from '../progress.js';
import { ServerProcess } from '../run/server-process.js';
import type { Caller, Target } from './hostile-requests.js';
import { readTarget } from './target.js';

const DATABASE = 'fuzz';
const LISTINGS = 2_000;

/** A service that is attacked, and what there is to attack: by the operator first, then by public keys. */
export interface AttackedService {
  readonly service: ServerProcess;
  readonly target: Target;
}

/** Keys of the scope `public`, whose requests are answered by other statements. */
async function publicCaller(url: string, operator: Caller): Promise<Caller> {
  const answer = await fetch(`${url}/api/v1/websites/1/credentials`, {
    method: 'POST',
    headers: {
      'x-access-key': operator.accessKey,
      'x-secret-key': operator.secretKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ scope: 'public', label: 'fuzz' }),
  });
  const { credential } = (await answer.json()) as { credential: Caller }; // the service's own answer
  return credential;
}

/** Starts the service without limits on a generated directory of its own, with further arguments and variables. */
export async function startAttacked(
  cleanup: Cleanup,
  progress: Progress,
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<AttackedService> {
  const database = await DatabaseServer.start(cleanup);
  await database.recreate(DATABASE);
  const url = database.urlOf(DATABASE);
  await makeDirectory(url, sizeFor(LISTINGS), progress, new AbortController().signal);
  const environment = operatorEnvironment(url);
  const service = await ServerProcess.start(
    'the service',
    { ...PROGRAMS.service, args: [...args, ...PROGRAMS.service.args] },
    { ...environment, LOG_LEVEL: 'fatal', RATE_LIMIT: 'off', BODY_SECONDS: '2', ...variables },
  );
  cleanup.add(() => service.stop());
  const operator = { accessKey: environment['ROOT_ACCESS_KEY'] ?? '', secretKey: environment['ROOT_SECRET_KEY'] ?? '' };
  return { service, target: await readTarget(service.url, [operator, await publicCaller(service.url, operator)]) };
}

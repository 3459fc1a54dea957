import { Public } from '@app/auth';
import { openTransactionWords } from '@app/changes';
import { answerRef, Field, list, named, oneOf, text } from '@app/schema';
import { problems } from '@app/http';
import { schemaFault } from '@app/persistence';
import { KeptPlaces } from '@app/suggestions';
import { inTime, release } from '@app/process';
import { Controller, Get, Logger } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Drain } from '../shutdown/drain.js';
import { HealthRepository } from './health.repository.js';

/** The state of the process. */
export class Health {
  @Field(
    named('HealthStatus', 'State of the process.', oneOf(['ok'])),
    'Always `ok`. When the process is not ready, the answer is a problem.',
    {
      notNullable: true,
      example: 'ok',
    },
  )
  status: string;
}

/** Response of `/livez`: the process is alive, and runs this release. */
export class LivenessResponse extends Health {
  @Field(text(), 'The version of the service.', { notNullable: true, example: '1.0.0' })
  version: string;

  @Field(text(), 'The commit that the service was built from; `unknown` if the build did not know it.', {
    notNullable: true,
    example: 'abc1234',
  })
  commit: string;
}

/** Response of `/readyz`. */
export class ReadinessResponse extends Health {
  @Field(
    list(text()),
    'Database migrations that another version of the service has applied and this one does not know. It still serves requests.',
    {
      notNullable: true,
      example: [],
    },
  )
  unknownMigrations: string[];

  @Field(
    list(text()),
    'The transaction that the change feed and hooks wait for: the oldest open one of the database server, if it is older than a minute.',
    { notNullable: true, example: [] },
  )
  openTransactions: string[];
}

/** A health probe has to be answered within two seconds. */
const TIMEOUT_MS = 1_500;

/** Health probes for the platform that runs the container. They need no credentials. */
@ApiTags('health')
@Public()
@Controller()
export class HealthController {
  private readonly logger = new Logger('Readiness');
  private wasReady = true;

  constructor(
    private readonly health: HealthRepository,
    private readonly drain: Drain,
    private readonly places: KeptPlaces,
  ) {}

  @Get('livez')
  @ApiOperation({
    operationId: 'readLiveness',
    summary: 'Read whether the process is alive',
    description: 'Does not query the database. Needs no credentials.',
  })
  @ApiOkResponse({ description: 'The process is alive.', schema: answerRef(LivenessResponse) })
  live(): LivenessResponse {
    return { status: 'ok', ...release };
  }

  @Get('readyz')
  @ApiOperation({
    operationId: 'readReadiness',
    summary: 'Read whether the process can serve requests',
    description:
      'The process is ready if the database is reachable and writable, all migrations of this release are applied, the places ' +
      'for suggestions are read, and no shutdown has begun; otherwise the answer is 503. Answers within two seconds. Needs no credentials.',
  })
  @ApiOkResponse({ description: 'The process can serve requests.', schema: answerRef(ReadinessResponse) })
  async ready(): Promise<ReadinessResponse> {
    try {
      const answer = await this.check();
      if (!this.wasReady) this.logger.warn('Ready again');
      this.wasReady = true;
      return answer;
    } catch (error) {
      // Only a change of the state is logged, because requests of probes are logged at debug level.
      if (this.wasReady) this.logger.warn(`Not ready: ${reasonOf(error)}`);
      this.wasReady = false;
      throw error;
    }
  }

  private async check(): Promise<ReadinessResponse> {
    if (this.drain.hasBegun) throw problems.unavailable(new Error('The process is about to end'));
    const state = await withinTimeout(this.health.readiness());
    const { isReadOnly, missingMigrations, unknownMigrations } = state;
    const fault = schemaFault(state);
    if (fault) throw problems.unavailable(fault);
    if (missingMigrations.length > 0)
      throw problems.unavailable(new Error('Migrations are missing: npm run directory -- migrate'));
    if (isReadOnly) throw problems.unavailable(new Error('The database takes no writes'));
    const open = await withinTimeout(this.health.openTransactions());
    await withinTimeout(this.places.warm(), 'The places for suggestions are being read');
    return {
      status: 'ok',
      unknownMigrations,
      openTransactions: open.map(openTransactionWords),
    };
  }
}

/** @throws UNAVAILABLE if the database does not answer in time */
const withinTimeout = <T>(answer: Promise<T>, reason = 'The database does not answer'): Promise<T> =>
  inTime(TIMEOUT_MS, answer, () => {
    throw problems.unavailable(new Error(reason));
  });

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

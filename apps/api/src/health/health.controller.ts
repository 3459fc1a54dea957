import { Public } from '@app/auth';
import { isMigrated, unknownMigrations } from '@app/database';
import { answerRef, Field, list, oneOf, text } from '@app/fields';
import { problems } from '@app/http';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Drain } from '../shutdown/drain.js';

/** The state of the process. */
export class Health {
  @Field(oneOf(['ok']), 'Always ok; what is not ok answers with a problem', { firm: true, example: 'ok' })
  status: string;
}

/** Whether the process can serve. */
export class Readiness extends Health {
  @Field(
    list(text()),
    'Migrations that another version has applied and this one does not know; it serves all the same',
    {
      firm: true,
      example: [],
    },
  )
  unknownMigrations: string[];
}

/** For the platform that runs the container; without credentials. */
@ApiTags('health')
@Public()
@Controller()
export class HealthController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly drain: Drain,
  ) {}

  @Get('livez')
  @ApiOperation({ operationId: 'readLiveness', summary: 'Is the process alive', description: 'Asks nobody else.' })
  @ApiOkResponse({ description: 'The process answers', schema: answerRef(Health) })
  live(): Health {
    return { status: 'ok' };
  }

  @Get('readyz')
  @ApiOperation({
    operationId: 'readReadiness',
    summary: 'Can the process serve',
    description: 'The database is reachable, every migration has been applied, and the process is not about to end.',
  })
  @ApiOkResponse({ description: 'The process can serve', schema: answerRef(Readiness) })
  async ready(): Promise<Readiness> {
    if (this.drain.hasBegun) throw problems.unavailable(new Error('The process is about to end'));
    const migrated = await isMigrated(this.dataSource);
    if (!migrated) throw problems.unavailable(new Error('Migrations are missing'));
    return { status: 'ok', unknownMigrations: await unknownMigrations(this.dataSource) };
  }
}

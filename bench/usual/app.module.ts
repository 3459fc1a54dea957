import { ClassSerializerInterceptor, Module, ValidationPipe } from '@nestjs/common';
import { APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsController } from './accounts/accounts.controller.js';
import { AgentsController } from './agents/agents.controller.js';
import { entities } from './entities/index.js';
import { ListingsController } from './listings/listings.controller.js';
import { ListingsRepository } from './listings/listings.repository.js';
import { PropertiesController } from './properties/properties.controller.js';
import { SuburbsController } from './suburbs/suburbs.controller.js';

const POOL_SIZE = 10;

/** How most teams build it: entities with relations, query builders, validated DTOs, class-transformer. */
@Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', url: process.env['DATABASE_URL'] ?? '', poolSize: POOL_SIZE, entities }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [ListingsController, AgentsController, AccountsController, PropertiesController, SuburbsController],
  providers: [
    ListingsRepository,
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
    },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  ],
})
export class AppModule {}

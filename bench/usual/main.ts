import 'reflect-metadata';
import { ClassSerializerInterceptor, Module, ValidationPipe } from '@nestjs/common';
import { APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { entities } from './entities.js';
import { ListingsController } from './listings.controller.js';

const POOL_SIZE = 10;

/** As most teams build it: entities with relations, query builders, validated DTOs, class-transformer. */
@Module({
  imports: [
    TypeOrmModule.forRoot({ type: 'postgres', url: process.env['DATABASE_URL'] ?? '', poolSize: POOL_SIZE, entities }),
    TypeOrmModule.forFeature(entities),
  ],
  controllers: [ListingsController],
  providers: [
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
    },
    { provide: APP_INTERCEPTOR, useClass: ClassSerializerInterceptor },
  ],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
app.enableShutdownHooks();
await app.listen(Number(process.env['PORT']), '127.0.0.1');

import 'reflect-metadata';
import { Zz } from '@app/zz';
import { Module, Injectable, Controller, Get } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
@Injectable() class S { x = new Zz().n }
@Controller() class C { constructor(private readonly s: S) {} @Get('x') get() { return this.s.x } }
@Module({ controllers: [C], providers: [S] }) class M {}
const app = await NestFactory.create(M);
await app.listen(3999);

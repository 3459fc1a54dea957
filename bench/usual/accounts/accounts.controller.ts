import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Brackets, ILike, Repository } from 'typeorm';
import { Account } from '../entities/account.entity.js';
import { literal } from '../page.js';
import { AccountItemDto } from './account.dto.js';
import { ListAccountsDto } from './list-accounts.dto.js';

const SEARCHED = ['name', 'link', 'hostname', 'fullAddress'] as const;

@Controller('api/v1/websites')
export class AccountsController {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  @Get()
  async list(@Query() query: ListAccountsDto) {
    const { page, limit, s = '' } = query;
    const accounts = this.accounts.createQueryBuilder('account');
    // Every word, in any of the fields.
    for (const word of s.split(/\s+/)) {
      const part = ILike(`%${literal(word)}%`);
      accounts.andWhere(new Brackets((any) => any.where(SEARCHED.map((field) => ({ [field]: part })))));
    }
    const [found, total] = await accounts
      .orderBy('account.id')
      .skip((page - 1) * limit)
      .take(limit)
      .getManyAndCount();
    return { total, totalPage: Math.ceil(total / limit), data: found.map((account) => new AccountItemDto(account)) };
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Account } from '../entities/account.entity.js';
import { contains } from '../page.js';
import { AccountItemDto } from './account.dto.js';
import { ListAccountsDto } from './list-accounts.dto.js';

@Controller('api/v1/websites')
export class AccountsController {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  @Get()
  async list(@Query() query: ListAccountsDto) {
    const { page, limit, s = '' } = query;
    const accounts = this.accounts.createQueryBuilder('account');
    s.split(/\s+/).forEach((word, at) => {
      accounts.andWhere(`account.search LIKE :word${at}`, { [`word${at}`]: contains(word) });
    });
    const [found, total] = await accounts
      .orderBy('account.id')
      .skip((page - 1) * limit)
      .take(limit)
      .getManyAndCount();
    return { total, totalPage: Math.ceil(total / limit), data: found.map((account) => new AccountItemDto(account)) };
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Exclude } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { Repository } from 'typeorm';
import { Suburb } from '../entities/suburb.entity.js';
import { envelope, PageDto, type Envelope } from '../page.js';

export class ListSuburbsDto extends PageDto {
  @IsOptional() @IsString() suburb = '';
}

/** The representation: what the reference says of a suburb. */
export class SuburbDto {
  @Exclude() gazetted?: boolean;

  constructor({ document }: Suburb) {
    Object.assign(this, document);
  }
}

@Controller('api/v1/suburbs')
export class SuburbsController {
  constructor(@InjectRepository(Suburb) private readonly suburbs: Repository<Suburb>) {}

  @Get()
  async list(@Query() query: ListSuburbsDto): Promise<Envelope<SuburbDto>> {
    const { page, limit, suburb } = query;
    const start = `${suburb.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const [found, total] = await this.suburbs
      .createQueryBuilder('suburb')
      .addSelect('lower(suburb.name) COLLATE "C"', 'suburb_order')
      .where('suburb.gazetted')
      .andWhere('lower(suburb.suburb) LIKE :start', { start })
      .orderBy('suburb_order')
      .addOrderBy('suburb.id')
      .skip((page - 1) * limit)
      .take(limit)
      .getManyAndCount();
    return envelope(
      query,
      total,
      found.map((one) => new SuburbDto(one)),
    );
  }
}

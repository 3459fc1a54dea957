import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsOptional, IsString } from 'class-validator';
import { Repository } from 'typeorm';
import { Suburb } from './entities.js';
import { envelope, fieldsOf, literal, PageDto, type Envelope } from './page.js';

const FIELDS = ['name', 'slug', 'suburb', 'state', 'postcode', 'areaName', 'regionName', 'surroundingSuburbs'] as const;

class ListSuburbsDto extends PageDto {
  @IsOptional() @IsString() suburb = '';
}

class SuburbDto {
  readonly _id: string;

  constructor(suburb: Suburb) {
    Object.assign(this, { _id: suburb.uid, ...fieldsOf(suburb, FIELDS) });
  }
}

@Controller('api/v1/suburbs')
export class SuburbsController {
  constructor(@InjectRepository(Suburb) private readonly suburbs: Repository<Suburb>) {}

  @Get()
  async list(@Query() query: ListSuburbsDto): Promise<Envelope<SuburbDto>> {
    const { page, limit, suburb } = query;
    const [found, total] = await this.suburbs
      .createQueryBuilder('suburb')
      // The documented order, whatever the collation of the database.
      .addSelect('LOWER(suburb.name) COLLATE "C"', 'suburb_order')
      .where('suburb.gazetted')
      .andWhere('suburb.suburb ILIKE :start', { start: `${literal(suburb)}%` })
      .orderBy('suburb_order')
      .addOrderBy('suburb.id')
      .skip((page - 1) * limit)
      .take(limit)
      .getManyAndCount();
    const data = found.map((row) => new SuburbDto(row));
    return envelope(query, total, data);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Exclude, Expose, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { Repository } from 'typeorm';
import { Property } from '../entities/property.entity.js';
import { fieldsOf, givenOf } from '../fields.js';
import { PropertyListingDto } from '../listings/listing.dto.js';
import { envelope, PageDto, literals, type Envelope } from '../page.js';

export class ListPropertiesDto extends PageDto {
  @IsOptional() @IsString() suburb?: string;
  @IsOptional() @Type(() => Number) @IsInt() bedrooms?: number;
}

/** The list representation. */
export class PropertyItemDto {
  @Exclude() private readonly property: Property;
  readonly id: number;
  readonly address: object;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  @Type(() => PropertyListingDto) readonly listings: PropertyListingDto;

  constructor(property: Property) {
    this.property = property;
    this.id = property.id;
    this.address = property.address;
    this.createdAt = property.createdAt;
    this.updatedAt = property.updatedAt;
    this.listings = new PropertyListingDto(property.shownListing);
  }

  @Expose()
  get features(): object {
    return givenOf(fieldsOf(this.property, ['bedrooms', 'bathrooms', 'parkingSpaces']));
  }
}

@Controller('api/v1/properties')
export class PropertiesController {
  constructor(@InjectRepository(Property) private readonly properties: Repository<Property>) {}

  @Get()
  async list(@Query() query: ListPropertiesDto): Promise<Envelope<PropertyItemDto>> {
    const { page, limit, suburb, bedrooms } = query;
    const properties = this.properties
      .createQueryBuilder('property')
      .leftJoinAndSelect('property.shownListing', 'listing')
      .leftJoinAndSelect('listing.document', 'document')
      .leftJoinAndSelect('listing.website', 'website')
      .leftJoinAndSelect('listing.property', 'own')
      .leftJoinAndSelect('listing.agentLinks', 'link')
      .leftJoinAndSelect('link.agent', 'agent');
    if (suburb) {
      properties.leftJoin('property.suburb', 'suburb');
      properties.andWhere('suburb.suburb ILIKE ANY(:suburbs)', { suburbs: literals(suburb) });
    }
    if (bedrooms !== undefined) properties.andWhere('property.bedrooms = :bedrooms', { bedrooms });
    const [found, total] = await properties
      .orderBy('property.id')
      .skip((page - 1) * limit)
      .take(limit)
      .getManyAndCount();
    return envelope(
      query,
      total,
      found.map((property) => new PropertyItemDto(property)),
    );
  }
}

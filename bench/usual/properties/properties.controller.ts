import { Controller, Get, Query } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Exclude, Expose, Type } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { Repository } from 'typeorm';
import { Property } from '../entities/property.entity.js';
import { PropertyListingDto } from '../listings/listing.dto.js';
import { envelope, PageDto, valuesOf, type Envelope } from '../page.js';

export class ListPropertiesDto extends PageDto {
  @IsOptional() @IsString() suburb?: string;
  @IsOptional() @Type(() => Number) @IsInt() bedrooms?: number;
}

/** The list representation. */
export class PropertyItemDto {
  @Exclude() private readonly property: Property;
  readonly id: number;
  readonly address: object;
  readonly createdAt: string;
  readonly updatedAt: string;
  @Type(() => PropertyListingDto) readonly listings: PropertyListingDto;

  constructor(property: Property) {
    this.property = property;
    this.id = property.id;
    this.address = property.document.address;
    this.createdAt = property.createdAt.toISOString();
    this.updatedAt = property.updatedAt.toISOString();
    this.listings = new PropertyListingDto(property.shownListing);
  }

  @Expose()
  get features(): object {
    const { bedrooms, bathrooms, carSpaces } = this.property;
    const given = Object.entries({ bedrooms, bathrooms, parkingSpaces: carSpaces }).filter(
      ([, count]) => count !== null,
    );
    return Object.fromEntries(given);
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
      .leftJoinAndSelect('property.document', 'stated')
      .leftJoinAndSelect('property.shownListing', 'listing')
      .leftJoinAndSelect('listing.document', 'document')
      .leftJoinAndSelect('listing.website', 'website')
      .leftJoinAndSelect('listing.property', 'own')
      .leftJoinAndSelect('listing.agentLinks', 'link')
      .leftJoinAndSelect('link.agent', 'agent');
    if (suburb) {
      properties.leftJoin('property.suburb', 'suburb');
      properties.andWhere('lower(suburb.suburb) IN (:...suburbs)', { suburbs: valuesOf(suburb) });
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

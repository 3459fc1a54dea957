import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Min } from 'class-validator';
import { FLAGS } from '../../flags.js';
import { PageDto } from '../page.js';

export const STATUSES = ['current', 'sold', 'leased', 'withdrawn', 'offmarket', 'all'];
export const SORTS = ['newest', 'oldest', 'price-asc', 'price-desc'];

/** The parameters that the bench asks with. */
export class ListListingsDto extends PageDto {
  @IsOptional() @IsIn(STATUSES) status = 'current';
  @IsOptional() @IsIn(SORTS) sort = 'newest';
  @IsOptional() @Type(() => Number) @IsInt() websiteID?: number;
  @IsOptional() @IsString() suburb?: string;
  @IsOptional() @IsString() region?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) minbedrooms?: number;
  @IsOptional() @Type(() => Number) @IsNumber() @Min(0) minPrice?: number;
  @IsOptional() @Type(() => Number) @IsNumber() @Min(0) maxPrice?: number;
  @IsOptional() @IsString() address?: string;
  @IsOptional() @IsString() agentSlug?: string;
}

export type Flags = Partial<Record<(typeof FLAGS)[number], boolean>>;

for (const flag of FLAGS) {
  IsOptional()(ListListingsDto.prototype, flag);
  IsBoolean()(ListListingsDto.prototype, flag);
  Transform(({ value }) => (value === undefined ? undefined : value === 'true'))(ListListingsDto.prototype, flag);
}

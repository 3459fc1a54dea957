import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';
import { FLAGS } from '../flags.js';

/** The parameters of the measured classes. */
export class ListListingsDto {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) page = 1;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit = 20;
  @IsOptional() @IsIn(['current', 'sold', 'leased', 'withdrawn', 'offmarket', 'all']) status = 'current';
  @IsOptional() @IsIn(['newest', 'oldest', 'price-asc', 'price-desc']) sort = 'newest';
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

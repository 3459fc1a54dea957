import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { PageDto } from '../page.js';

export class ListAgentsDto extends PageDto {
  @IsOptional() @Type(() => Number) @IsInt() websiteID?: number;
  @IsOptional() @IsString() suburb?: string;
}

import { IsOptional, IsString } from 'class-validator';
import { PageDto } from '../page.js';

export class ListAccountsDto extends PageDto {
  @IsOptional() @IsString() s?: string;
}

import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** Parameters of every list. */
export class PageDto {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) page = 1;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit = 20;
}

export interface Envelope<T> {
  total: number;
  hasNext: boolean;
  totalPage: number;
  data: T[];
}

export function envelope<T>({ page, limit }: PageDto, total: number, data: T[]): Envelope<T> {
  const totalPage = Math.ceil(total / limit);
  return { total, hasNext: page < totalPage, totalPage, data };
}

/** A text as an ILIKE pattern: `%`, `_` and `\` are literal. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Comma-separated texts, each as an ILIKE pattern. */
export const literals = (texts: string): string[] => texts.split(',').map((text) => literal(text.trim()));

/** Some fields of an object. */
export const fieldsOf = <T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>; // the names are given

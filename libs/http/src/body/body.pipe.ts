import { instantiate, isObject, type Class, type FieldFault } from '@app/schema';
import { Injectable, ValidationPipe, type ArgumentMetadata, type Type } from '@nestjs/common';
import { validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { problems } from '../problem.js';

/** Maximum length of a field path in a response. */
const MAX_PATH = 200;

/**
 * The faults of instances that are not validated yet. All pipes of the process share this map, because Nest has one
 * transformer per process: the pipe of another application may create the instance.
 */
const misfits = new WeakMap<object, readonly FieldFault[]>();

/**
 * Nest's `ValidationPipe` for JSON bodies. It reports all faults together (D9) and rejects unknown fields (D17). It
 * creates instances from the declared fields, so that the time for hostile bodies is linear (ADR 10).
 */
@Injectable()
export class BodyPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      transformerPackage: {
        plainToInstance: <T>(type: Type<T>, plain: unknown) => makeInstance(type as Class, plain as object) as T,
        classToPlain: (instance) => instance as Record<string, unknown>, // unused, because `transform` is set
      },
      exceptionFactory: (errors: ValidationError[]) => problems.invalidBody(oneForEach(errors.flatMap(faultsOf))),
    });
  }

  /** @throws INVALID_BODY with every fault */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body' || !metadata.metatype) return value;
    if (!isObject(value)) throw problems.invalidBody([{ field: 'body', message: 'must be a JSON object' }]);
    return super.transform(value, metadata);
  }

  protected override validate(instance: object, options: ValidatorOptions): ValidationError[] {
    const misfitting = misfits.get(instance) ?? [];
    return [...misfitting.map(errorOf), ...validateSync(instance, options)];
  }

  /** Nest would silently drop `__proto__` and `constructor`; this pipe rejects them as unknown fields. */
  protected override stripProtoKeys(): void {}
}

function makeInstance(type: Class, plain: object): object {
  const { instance, faults } = instantiate(type, plain);
  misfits.set(instance, faults);
  return instance;
}

const errorOf = ({ field, message }: FieldFault): ValidationError => ({
  property: field,
  constraints: { shape: message },
  children: [],
});

/** Keeps one fault per field, and none below a field that is itself faulty: several rules may report the same value. */
function oneForEach(faults: readonly FieldFault[]): FieldFault[] {
  const faulty = new Set(faults.map(({ field }) => field));
  const isBelow = (field: string) =>
    [...field.matchAll(/[.[]/g)].some(({ index }) => faulty.has(field.slice(0, index)));
  const seen = new Set<string>();
  return faults
    .filter(({ field }) => seen.size < seen.add(field).size && !isBelow(field))
    .map(({ field, message }) => ({
      field: field.length > MAX_PATH ? `${field.slice(0, MAX_PATH)}...` : field,
      message,
    }));
}

/** The faults in an error of class-validator, each with its path. */
const faultsOf = (error: ValidationError): FieldFault[] => faultsAt(error, error.property);

function faultsAt({ constraints, contexts = {}, children = [] }: ValidationError, at: string): FieldFault[] {
  // A rule of the whole body names a field in its context.
  const fieldOf = (rule: string) => (contexts[rule] as Partial<FieldFault> | undefined)?.field ?? at;
  return [
    ...Object.entries(constraints ?? {}).map(([rule, message]) => ({ field: fieldOf(rule), message })),
    ...children.flatMap((child) => faultsAt(child, pathOf(at, child.property))),
  ];
}

const pathOf = (parent: string, property: string): string =>
  /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;

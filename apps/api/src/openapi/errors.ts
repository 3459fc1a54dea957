import { STATUS_CODES } from 'node:http';
import { problems, REFUSALS } from '@app/http';
import type { OpenAPIObject, OperationObject, ReferenceObject, ResponseObject } from '@nestjs/swagger';
import { addLimitHeaders, operationsOf, takesIdempotencyKey } from './operations.js';
import { problemExample } from './problem.schema.js';

type ProblemKind = (typeof problems)[keyof typeof problems];

/** Names of the error responses after which a client should wait. */
const TO_WAIT = /(Conflict|TooManyRequests|ServiceUnavailable)$/;

/** Replaces the error responses of all operations by references to shared response components, and returns these. */
export function describeErrors(document: OpenAPIObject): Record<string, ResponseObject> {
  const described = operationsOf(document).map(({ path, method, operation }) => {
    if (!path.startsWith('/api/')) operation.security = [];
    return { operation, kinds: byStatus(errorsOf(path, method, operation)) };
  });
  const responses: Record<string, ResponseObject> = {
    NotModified: {
      description: 'Not modified: the version in If-None-Match is the current one. The answer has no body.',
    },
  };
  for (const status of new Set(described.flatMap(({ kinds }) => [...kinds.keys()]))) {
    const sets = described.flatMap(({ kinds }) => [kinds.get(status) ?? []]).filter((kinds) => kinds.length > 0);
    const all = Object.values(problems).filter((kind) => sets.some((kinds) => kinds.includes(kind)));
    const usual = usualOf(sets);
    const name = responseName(status);
    const nameOfAll = usual && usual.length < all.length ? `Any${name}` : name;
    for (const { operation, kinds } of described) {
      const own = kinds.get(status);
      if (!own) continue;
      const isUsual = usual && wordsOf(own) === wordsOf(usual);
      operation.responses[status] = isUsual
        ? responseRef(name)
        : responseRef(nameOfAll, own.length < all.length ? own : []);
    }
    if (usual) responses[name] = problemResponse(usual);
    responses[nameOfAll] = problemResponse(all);
  }
  for (const [name, response] of Object.entries(responses)) addLimitHeaders(response, TO_WAIT.test(name));
  return responses;
}

/** The set of problems that most operations with this status have in common, if there is one. */
function usualOf(sets: readonly (readonly ProblemKind[])[]): readonly ProblemKind[] | undefined {
  const words = sets.map(wordsOf);
  return sets.find((_, at) => words.filter((other) => other === words[at]).length * 2 > sets.length);
}

function byStatus(kinds: readonly ProblemKind[]): Map<string, ProblemKind[]> {
  const grouped = new Map<string, ProblemKind[]>();
  for (const kind of kinds) grouped.set(String(kind.status), [...(grouped.get(String(kind.status)) ?? []), kind]);
  return grouped;
}

function errorsOf(path: string, method: string, operation: OperationObject): ProblemKind[] {
  const { parameters = [], requestBody } = operation;
  const takes = (where: string) => parameters.some((parameter) => 'in' in parameter && parameter.in === where);
  const takesIfMatch = parameters.some((parameter) => 'name' in parameter && parameter.name === 'If-Match');
  const { '200': read } = operation.responses;
  // Reads compare `If-Match` with their ETag, except the feed of changes.
  const hasTag = method === 'get' && read && 'headers' in read && read.headers?.ETag && '$ref' in read.headers.ETag;
  const guarded = path.startsWith('/api/');
  return [
    ...(guarded ? [problems.invalidParameters] : []),
    ...(requestBody
      ? [
          problems.invalidBody,
          problems.malformedRequest,
          problems.requestTimeout,
          problems.bodyTooLarge,
          problems.unsupportedMediaType,
        ]
      : [problems.unexpectedBody, ...(method === 'post' ? [problems.requestTimeout] : [])]), // `{}` is read
    ...(guarded ? [problems.unauthenticated, problems.accountDisabled, problems.internal] : []),
    problems.tooManyRequests,
    ...(takes('path') ? [problems.notFound] : []),
    ...(takesIdempotencyKey(parameters)
      ? [problems.invalidIdempotencyKey, problems.idempotencyKeyInUse, problems.idempotencyKeyReused]
      : []),
    ...(takesIfMatch || hasTag ? [problems.preconditionFailed] : []),
    ...(path === '/livez' ? [] : [problems.unavailable]),
    ...refusalsOf(operation),
  ];
}

/** "Not Found" -> `NotFound`. */
const responseName = (status: string): string => (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '');

const wordsOf = (kinds: readonly ProblemKind[]): string =>
  `${kinds.map(({ title, code }) => `${title} (\`${code}\`)`).join('; ')}.`;

/** A reference to a response. Lists the codes of the operation if it has only some of them. */
const responseRef = (name: string, some: readonly ProblemKind[] = []): ReferenceObject => ({
  $ref: `#/components/responses/${name}`,
  ...(some.length > 0 && { description: wordsOf(some) }), // OpenAPI 3.1 allows a description beside a reference
});

function problemResponse(kinds: readonly ProblemKind[]): ResponseObject {
  return {
    description: wordsOf(kinds),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(kinds.map((kind) => [kind.code, { value: problemExample(kind) }])),
      },
    },
  };
}

/** The errors that the handler declares. Removes the extension from the document. */
function refusalsOf(operation: OperationObject): ProblemKind[] {
  const noted = operation as OperationObject & { [REFUSALS]?: (keyof typeof problems)[] };
  const names = noted[REFUSALS] ?? [];
  delete noted[REFUSALS];
  return names.map((name) => problems[name]);
}

import { problems, REFUSALS } from '@app/http';
import type { OpenAPIObject, OperationObject, ResponseObject } from '@nestjs/swagger';

type ProblemKind = (typeof problems)[keyof typeof problems];

/** Adds the errors that each operation can answer with. */
export function describeErrors(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of [item.get, item.put, item.post, item.delete]) {
      if (operation) describeOperation(path, operation);
    }
  }
}

function describeOperation(path: string, operation: OperationObject): void {
  if (!path.startsWith('/api/')) operation.security = [];
  const kinds = errorsOf(path, operation);
  for (const status of new Set(kinds.map((kind) => kind.status))) {
    operation.responses[String(status)] = problemResponse(kinds.filter((kind) => kind.status === status));
  }
}

function errorsOf(path: string, operation: OperationObject): ProblemKind[] {
  const { parameters = [], requestBody } = operation;
  const takes = (where: string) => parameters.some((parameter) => 'in' in parameter && parameter.in === where);
  const guarded = path.startsWith('/api/');
  return [
    ...(takes('query') ? [problems.invalidParameters] : []),
    ...(requestBody
      ? [
          problems.invalidBody,
          problems.malformedRequest,
          problems.requestTimeout,
          problems.bodyTooLarge,
          problems.unsupportedMediaType,
        ]
      : [problems.unexpectedBody]),
    ...(guarded ? [problems.unauthenticated, problems.accountDisabled, problems.internal] : []),
    problems.tooManyRequests,
    ...(takes('path') ? [problems.notFound] : []),
    ...(takes('header') ? [problems.preconditionFailed] : []),
    ...(path === '/livez' ? [] : [problems.unavailable]),
    ...refusalsOf(operation),
  ];
}

function problemResponse(kinds: readonly ProblemKind[]): ResponseObject {
  return {
    description: kinds.map(({ title, code }) => `${title} (\`${code}\`)`).join('; '),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** What the handler says it refuses; the note is not part of the document. */
function refusalsOf(operation: OperationObject): ProblemKind[] {
  const noted = operation as OperationObject & { [REFUSALS]?: (keyof typeof problems)[] };
  const names = noted[REFUSALS] ?? [];
  delete noted[REFUSALS];
  return names.map((name) => problems[name]);
}

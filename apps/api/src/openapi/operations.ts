import type { OpenAPIObject, OperationObject } from '@nestjs/swagger';

/** Every operation of a document, with its path. */
export const operationsOf = (document: OpenAPIObject): { path: string; operation: OperationObject }[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    [item.get, item.put, item.post, item.delete].flatMap((operation) => (operation ? [{ path, operation }] : [])),
  );

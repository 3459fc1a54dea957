import type { Application, Request } from 'express';

/** The part of an Express router that is used here; Express exports no type for it. */
interface Layer {
  match(path: string): boolean;
  route?: { readonly path: unknown; readonly methods: Record<string, boolean> };
}

interface RoutedApplication {
  router: { stack: Layer[] };
}

// Express declares no type for `router`.
const stackOf = (app: Application): Layer[] => (app as unknown as RoutedApplication).router.stack;

/** The methods that exist for the path of a request, from the router's own table; empty for an unknown path. */
export function allowedMethods(request: Request): string[] {
  const methods = new Set<string>();
  for (const layer of stackOf(request.app)) {
    if (!layer.route || !layer.match(request.path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  methods.delete('_ALL');
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** The templates of the routes of an application, such as `/api/v1/listings/:id`; of one method, or of all. */
export const routesOf = (app: Application, method?: string): string[] =>
  stackOf(app).flatMap(({ route }) =>
    typeof route?.path === 'string' && (method === undefined || route.methods[method.toLowerCase()])
      ? [route.path]
      : [],
  );

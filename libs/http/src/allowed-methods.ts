import type { Request } from 'express';

/** The part of an Express route that is used here; Express exports no type for its stack. */
interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

interface RoutedApplication {
  router: { stack: Layer[] };
}

/** The methods that exist for the path of a request, from the router's own table; empty for an unknown path. */
export function allowedMethods(request: Request): string[] {
  const { stack } = (request.app as unknown as RoutedApplication).router; // see RoutedApplication
  const methods = new Set<string>();
  for (const layer of stack) {
    if (!layer.route || !layer.match(request.path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  methods.delete('_ALL');
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

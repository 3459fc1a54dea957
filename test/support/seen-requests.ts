import { AuthService } from '@app/auth';
import { vi } from 'vitest';
import type { TestService } from './service.js';

/** Counts requests from now on: received, closed or answered, and with checked keys. */
export function seenRequests({ app }: TestService) {
  const auth = app.get(AuthService);
  const authenticate = auth.authenticate.bind(auth);
  const seen = { arrived: 0, gone: 0, checked: 0 };
  const spy = vi.spyOn(auth, 'authenticate').mockImplementation((request, response) => {
    seen.arrived += 1;
    response.on('close', () => (seen.gone += 1));
    return authenticate(request, response).finally(() => (seen.checked += 1));
  });
  return { seen, forget: () => spy.mockRestore() };
}

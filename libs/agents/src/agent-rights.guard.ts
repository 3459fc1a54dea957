import { callerOf, ensureMayWrite } from '@app/auth';
import { IdentifierPipe } from '@app/http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AgentsRepository } from './agents.repository.js';

/** Parses the agent id of a path. */
export const AgentId = new IdentifierPipe('agent');

/**
 * Rejects callers without the right to write the agent of the path, before the body is read. The update checks again
 * while it holds the row lock.
 */
@Injectable()
export class AgentRightsGuard implements CanActivate {
  constructor(private readonly agents: AgentsRepository) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { id } = context.switchToHttp().getRequest<Request<{ id: string }>>().params;
    const employer = await this.agents.employerOf(AgentId.transform(id));
    if (!employer) throw AgentId.notFound();
    ensureMayWrite(callerOf(context), employer);
    return true;
  }
}

import { problems } from '@app/http';
import type { SchemaObject } from '@nestjs/swagger';

const text = (description: string): SchemaObject => ({ type: 'string', description });

const fault = (name: 'parameter' | 'field'): SchemaObject => ({
  type: 'object',
  additionalProperties: false,
  required: [name, 'message'],
  properties: { [name]: text(`The ${name}`), message: text('What is wrong with it') },
});

/** What every error is answered with (D9). */
export const problemSchema: SchemaObject = {
  type: 'object',
  description: 'RFC 9457 problem details',
  additionalProperties: false,
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: text('Always about:blank; the code tells the problems apart'),
    title: text('The problem in short'),
    status: { type: 'integer', description: 'The HTTP status' },
    detail: text('What to know or do'),
    code: { type: 'string', description: 'Stable', enum: Object.values(problems).map(({ code }) => code) },
    requestId: text('Finds the request in the log'),
    errors: {
      type: 'array',
      description: 'Every fault of the request',
      items: { oneOf: [fault('parameter'), fault('field')] },
    },
  },
};

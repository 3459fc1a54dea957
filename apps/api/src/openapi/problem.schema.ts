import { problemBody, problems } from '@app/http';
import type { SchemaObject } from '@nestjs/swagger';

const text = (description: string): SchemaObject => ({ type: 'string', description });

const fault = (name: 'parameter' | 'field', description: string): SchemaObject => ({
  type: 'object',
  additionalProperties: false,
  required: [name, 'message'],
  properties: { [name]: text(description), message: text('The reason why the value is invalid.') },
});

/** The schema of all error responses (D9). */
export const problemSchemas: Record<string, SchemaObject> = {
  ProblemCode: {
    type: 'string',
    description: 'Stable name of an error, for programs.',
    enum: Object.values(problems).map(({ code }) => code),
  },
  ParameterFault: fault('parameter', 'Name of the query parameter.'),
  FieldFault: fault(
    'field',
    'Path of the field in the body, such as `contacts.email.sales`. Empty for the whole body.',
  ),
  Problem: {
    type: 'object',
    description: 'An error as RFC 9457 problem details.',
    additionalProperties: false,
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: {
        ...text('URL of the entry of `code` in the error catalogue, which explains the error and its remedy.'),
        format: 'uri-reference',
      },
      title: text('Short name of the error. The same for every error with this code.'),
      status: { type: 'integer', description: 'HTTP status of the answer.' },
      detail: text('Explanation of this error. If the request has a single fault, this is its message.'),
      code: {
        $ref: '#/components/schemas/ProblemCode',
        description: 'Stable name of the error, for programs.',
      } as SchemaObject, // a reference may be used wherever a schema may
      requestId: text('Identifies this request in the log of the service.'),
      errors: {
        type: 'array',
        description: 'The faults of the request, at most 100. Present only when parameters or fields are invalid.',
        items: {
          oneOf: [{ $ref: '#/components/schemas/ParameterFault' }, { $ref: '#/components/schemas/FieldFault' }],
        },
      },
    },
  },
};

/** An example body of a problem. */
export const problemExample = ({ sample }: (typeof problems)[keyof typeof problems]): unknown =>
  JSON.parse(problemBody(sample(), '01963ef0-7d4c-7c3e-9b1a-3f6f0e5d2c11', ''));

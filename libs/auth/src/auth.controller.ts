import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { answerRef } from '@app/schema';
import { OpenToPublicKeys } from '@app/http';
import { AuthService } from './auth.service.js';
import { CurrentCaller, type Caller } from './caller.js';
import { Identity } from './dto/identity.fields.js';

/** `/api/v1/auth`: the credential of the request. */
@ApiTags('auth')
@Controller('api/v1/auth')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Get('me')
  @OpenToPublicKeys()
  @ApiOperation({
    operationId: 'readIdentity',
    summary: 'Read the identity of the credential',
    description: 'The owner of the credential, and the resources that it may write.',
  })
  @ApiOkResponse({ description: 'The identity of the credential.', schema: answerRef(Identity) })
  me(@CurrentCaller() caller: Caller): Promise<Identity> {
    return this.auth.identify(caller);
  }
}

import { WritesModule } from '@app/writes';
import { Module } from '@nestjs/common';
import { PersonalDataRepository } from './personal-data.repository.js';
import { PersonalDataWriter } from './personal-data.writer.js';

/** Finds and erases the data of a person (B82). */
@Module({
  imports: [WritesModule],
  providers: [PersonalDataRepository, PersonalDataWriter],
  exports: [PersonalDataRepository, PersonalDataWriter],
})
export class PersonalDataModule {}

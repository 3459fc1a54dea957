import { Column, Entity, Index, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Credential } from './credential.entity.js';
import { Suburb } from './suburb.entity.js';

/** An agency, which is also a website. */
@Entity({ name: 'accounts', schema: 'usual' })
export class Account {
  @PrimaryGeneratedColumn() id: number;
  @Column('uuid', { unique: true }) uid: string;
  @Column('text') @Index() name: string;
  @Column('text') link: string;
  @Column('text') @Index() hostname: string;
  @Column('text') @Index() type: string;
  @Column('boolean') status: boolean;
  @Column('boolean') isWebsiteClient: boolean;
  @Column('boolean') isDisplayToFrontEnd: boolean;
  @Column('boolean') showOnPortalBubble: boolean;
  @Column('boolean') sendToCms: boolean;
  @Column('boolean') enabledSlug: boolean;
  @Column('text') favicon: string;
  @Column('text') about: string;
  @Column('text') fullAddress: string;
  @Column('text') listingSource: string;
  @Column('text', { array: true }) listingOfficeIDs: string[];
  @Column('jsonb') address: object;
  @Column('jsonb') config: object;
  @Column('jsonb') contacts: object;
  @Column('jsonb') hooks: object[];
  @Column('jsonb') integrations: object;
  @Column('jsonb') logo: object;
  @Column('jsonb') slugs: { readonly listingType: string; readonly slug: string }[];
  @Column('jsonb') socialMedia: object;
  @Column('int', { nullable: true }) @Index() mainWebsiteId: number | null;

  @ManyToOne(() => Account)
  mainWebsite: Relation<Account> | null;

  @ManyToOne(() => Suburb)
  @Index()
  suburb: Relation<Suburb> | null;

  @OneToMany(() => Credential, (credential) => credential.account)
  credentials: Relation<Credential>[];
}

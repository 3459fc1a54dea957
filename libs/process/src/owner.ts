/** Who is counted: the operator, or a main account together with its sub-accounts. */
export type Owner = number;

/** The operator; accounts have positive numbers. */
export const OPERATOR: Owner = 0;

/** The owner that an account is counted for. */
export const mainAccountOf = (account: { readonly websiteID: number; readonly mainWebsiteID: number | null }): Owner =>
  account.mainWebsiteID ?? account.websiteID;

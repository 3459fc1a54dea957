import { describe, expect, it } from 'vitest';
import { createDemoStore, specFixture, specService } from '@testing';
import { leftOut, missingPrograms } from '../../support/programs.js';
import { Browser, violationsOf } from './browser.js';

const service = specService({}, createDemoStore);
const missing = missingPrograms('chromium');

describe.skipIf(missing.length > 0)(`in a browser${leftOut(missing)}`, () => {
  const browser = specFixture(() => Browser.start(service.address));
  const WIDTHS = { phone: [390, 844], desk: [1280, 800] } as const;

  it.each(['phone', 'desk'] as const)('on a %s the guides can be read, and their links lead on', async (device) => {
    const { page, faults } = await browser.open('/docs', WIDTHS[device]);
    await page.evaluate(`document.querySelectorAll('.guide').forEach((guide) => (guide.open = true))`);
    expect(await violationsOf(page, '.guides')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device][0]);
    await page.evaluate(`document.querySelectorAll('.guide').forEach((guide) => (guide.open = false))`);
    await page.goto(`${service.address}/docs#searching-counts`);
    await page.locator('#searching-counts').waitFor();
    await page.locator('#searching td a[href^="#list"]').first().click();
    // The script opens it after the event of the new fragment.
    await expect.poll(() => page.evaluate(`document.querySelector(location.hash)?.open`)).toBe(true);
    expect(faults).toEqual([]);
    await page.close();
  });

  it.each(['phone', 'desk'] as const)('on a %s the search works with the keyboard', async (device) => {
    const { page, faults } = await browser.open('/docs', WIDTHS[device]);
    const results = page.locator('.search a');
    const lookFor = async (text: string, first: string) => {
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await results.first().filter({ hasText: first }).waitFor();
    };
    await lookFor('anyFeature', 'parameter');
    expect(await violationsOf(page, '.search')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTHS[device][0]);
    await page.keyboard.press('Enter');
    const input = page.locator('#listListings [name=anyFeature]');
    await expect.poll(() => input.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await page.locator('#listListings [name=anyFeature]').isVisible()).toBe(true);
    await page.evaluate(`document.activeElement.blur()`);
    await lookFor('saved searches', 'Saved searches');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => results.nth(1).evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('#searching-saved-searches').waitFor();
    // Types and errors open beside the page, which keeps the keys.
    await lookFor('INVALID_CURSOR', 'error');
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    expect((await opened).url()).toBe(`${service.address}/docs/errors#INVALID_CURSOR`);
    await page.keyboard.press('Escape');
    expect(await results.first().isVisible()).toBe(false);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('everything can be read without a script', async () => {
    const { page } = await browser.open('/docs#keys-a-key-has-leaked', WIDTHS.phone, { javaScriptEnabled: false });
    await page.locator('#keys-a-key-has-leaked').waitFor();
    await page.locator('#readListing > summary').click();
    await page.locator('#readListing .example pre').waitFor();
    expect(await page.locator('.search').isVisible()).toBe(false);
    await page.close();
  });
});

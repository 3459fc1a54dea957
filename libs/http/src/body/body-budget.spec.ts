import { expect, it } from 'vitest';
import { BodyBudget } from './body-budget.js';

class Body {
  held = 0;
  ended = false;

  constructor(
    private readonly budget: BodyBudget,
    readonly name: string,
  ) {
    budget.begin(this);
  }

  grow(bytes: number): void {
    this.held += bytes;
    this.budget.grow(bytes);
  }

  giveWay(): void {
    this.ended = true;
    this.budget.end(this);
  }
}

it('the body that has been arriving for longest gives way, and its place is free again', () => {
  const budget = new BodyBudget(100);
  const bodies = ['a', 'b', 'c'].map((name) => new Body(budget, name));
  const [a, b, c] = bodies as [Body, Body, Body];
  const ended = () => bodies.filter((body) => body.ended).map(({ name }) => name);
  b.grow(60);
  a.grow(40);
  expect(ended()).toEqual([]);
  c.grow(1);
  expect(ended()).toEqual(['a']);
  c.grow(39);
  expect(ended()).toEqual(['a']);
  c.grow(1);
  expect(ended()).toEqual(['a', 'b']);
  budget.end(c);
  const next = new Body(budget, 'd');
  next.grow(100);
  expect(next.ended).toBe(false);
  next.grow(1);
  expect(next.ended).toBe(true);
});

import { expect, it } from 'vitest';
import { BodyBudget } from './body-budget.js';

class Body {
  held = 0;
  ended = false;

  constructor(
    private readonly budget: BodyBudget,
    readonly name: string,
    readonly owner = 0,
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

it('bodies of an account that sends many do not push out that of another one, though it is the oldest', () => {
  const budget = new BodyBudget(100);
  const slow = new Body(budget, 'slow', 1);
  slow.grow(20);
  const many = Array.from({ length: 20 }, (_, at) => new Body(budget, `of many ${at}`, 2));
  for (const body of many) body.grow(10);
  expect(many.filter(({ ended }) => ended)).toEqual(many.slice(0, 12));
  expect(slow.ended).toBe(false);
});

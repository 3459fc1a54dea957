import { servicesOn } from './services.js';
import { createStore, startedTemplate, type Template, type TestStore } from './store.js';

const demoTemplate: Template = {
  name: 'demo',
  from: startedTemplate,
  fill: ({ dataSource }) => servicesOn(dataSource).demo.load(),
};

/** A database with the default demo. */
export const createDemoStore = (): Promise<TestStore> => createStore(demoTemplate);

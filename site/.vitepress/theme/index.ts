import DefaultTheme from 'vitepress/theme'
import LiveExample from './LiveExample.vue'
import LiveView from './LiveView.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }: { app: { component(name: string, component: object): void } }) {
    app.component('LiveExample', LiveExample)
    app.component('LiveView', LiveView)
  },
}
